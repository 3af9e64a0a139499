// Whoever has got a thread may not ask for it again.
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
    if (pthread_tryjoin_np(thread, NULL) == 0)
        pthread_tryjoin_np(thread, NULL);
    return 0;
}
