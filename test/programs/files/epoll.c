// What epoll says is ready can be read.
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int left[2], right[2];

static void *produce(void *unused)
{
    write(left[1], "x", 1);
    return NULL;
}

int main(void)
{
    pthread_t producer;
    struct epoll_event event = {.events = EPOLLIN}, found;
    char byte;
    if (pipe(left) || pipe(right))
        return 1;
    int epoll = epoll_create1(0);
    event.data.fd = left[0];
    epoll_ctl(epoll, EPOLL_CTL_ADD, left[0], &event);
    pthread_create(&producer, NULL, produce, NULL);
    assert(epoll_wait(epoll, &found, 1, -1) == 1);
    assert(found.data.fd == left[0] && read(found.data.fd, &byte, 1) == 1);
    pthread_join(producer, NULL);
    return 0;
}
