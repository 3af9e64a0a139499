// A join with a time limit has got the thread or has not: then it can be joined later. Of a bad limit it speaks only if it
// has to wait.
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
    void *returned = NULL;
    struct timespec limit = {1, 0}, bad = {0, -1};
    pthread_create(&thread, NULL, work, &thread);
    int error = pthread_timedjoin_np(thread, &returned, &bad);
    assert(error == 0 || error == EINVAL);
    if (error)
        error = pthread_clockjoin_np(thread, &returned, CLOCK_MONOTONIC, &limit);
    assert(error == 0 || error == ETIMEDOUT);
    if (error)
        pthread_join(thread, &returned);
    assert(returned == &thread && result == 1);
    return 0;
}
