// Without a reader a write fails with EPIPE, as it does in a process that ignores SIGPIPE.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int message;

static void *produce(void *unused)
{
    message = 7;
    close(ends[0]);
    assert(write(ends[1], "x", 1) == -1 && errno == EPIPE);
    return NULL;
}

int main(void)
{
    pthread_t producer;
    char byte;
    if (pipe(ends))
        return 1;
    pthread_create(&producer, NULL, produce, NULL);
    (void)byte;
    pthread_join(producer, NULL);
    return 0;
}
