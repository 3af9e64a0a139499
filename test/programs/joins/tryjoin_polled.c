// A thread is asked for until it has ended: then it is joined, and what it wrote and returned is there.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

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
    int error;
    pthread_create(&thread, NULL, work, &thread);
    while ((error = pthread_tryjoin_np(thread, &returned)) == EBUSY)
        sched_yield();
    assert(error == 0 && returned == &thread && result == 1);
    return 0;
}
