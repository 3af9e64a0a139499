// A thread that is asked for once need not have ended yet.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int result;

static void *work(void *argument)
{
    result = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int error = pthread_tryjoin_np(thread, NULL);
    assert(error == 0);
    return 0;
}
