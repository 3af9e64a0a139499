#include <setjmp.h>
#include <signal.h>
static sigjmp_buf b;
static void h(int s)
{
    siglongjmp(b, s);
}
int main(void)
{
    signal(SIGUSR1, h);
    if (sigsetjmp(b, 1) == 0)
        raise(SIGUSR1);
    return 0;
}
