// select waits until one of two pipes has something to read, and tells which.
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int left[2], right[2];

static void *produce(void *unused)
{
    write(right[1], "x", 1);
    return NULL;
}

int main(void)
{
    pthread_t producer;
    fd_set set;
    if (pipe(left) || pipe(right))
        return 1;
    FD_ZERO(&set);
    FD_SET(left[0], &set);
    FD_SET(right[0], &set);
    pthread_create(&producer, NULL, produce, NULL);
    assert(select(right[1] + 1, &set, NULL, NULL, NULL) == 1);
    assert(!FD_ISSET(left[0], &set) && FD_ISSET(right[0], &set));
    pthread_join(producer, NULL);
    return 0;
}
