#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
static sigjmp_buf b;
int main(void)
{
    sigset_t set;
    sigfillset(&set);
    if (sigsetjmp(b, 1) == 0) {
        sigprocmask(SIG_BLOCK, &set, NULL);
        siglongjmp(b, 1);
    }
    return 0;
}
