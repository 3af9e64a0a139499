// A join with a time limit that has passed leaves a thread that may still write.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static int result;

static void *work(void *argument)
{
    result = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    struct timespec limit = {1, 0};
    pthread_create(&thread, NULL, work, NULL);
    pthread_timedjoin_np(thread, NULL, &limit);
    assert(result == 1);
    return 0;
}
