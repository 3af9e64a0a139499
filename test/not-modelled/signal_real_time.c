#include <signal.h>
int main(void)
{
    raise(SIGRTMIN);
    return 0;
}
