/* After main has left by pthread_exit the worker still runs, and its assertion still counts. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int configured;

void *work(void *argument)
{
    assert(configured);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_exit(NULL);
    configured = 1;
    return 0;
}
