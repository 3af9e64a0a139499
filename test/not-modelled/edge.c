#include <sys/epoll.h>
int main(void)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLET};
    return epoll_ctl(epoll_create1(0), EPOLL_CTL_ADD, 0, &event);
}
