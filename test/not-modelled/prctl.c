#include <sys/prctl.h>
int main(void)
{
    return prctl(PR_SET_SECCOMP, 1);
}
