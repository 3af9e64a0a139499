// After poll has said that there is something to read, a read that does not wait succeeds.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *produce(void *unused)
{
    write(ends[1], "x", 1);
    return NULL;
}

int main(void)
{
    pthread_t producer;
    char byte;
    if (pipe(ends) || fcntl(ends[0], F_SETFL, O_NONBLOCK))
        return 1;
    pthread_create(&producer, NULL, produce, NULL);
    struct pollfd asked = {.fd = ends[0], .events = POLLIN};
    assert(poll(&asked, 1, -1) == 1 && asked.revents == POLLIN);
    assert(read(ends[0], &byte, 1) == 1);
    pthread_join(producer, NULL);
    return 0;
}
