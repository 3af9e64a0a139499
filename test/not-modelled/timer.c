#include <sys/timerfd.h>
int main(void)
{
    return timerfd_create(0, 0);
}
