#include <setjmp.h>
static sigjmp_buf b;
int main(void)
{
    if (sigsetjmp(b, 0) == 0)
        siglongjmp(b, 1);
    return 0;
}
