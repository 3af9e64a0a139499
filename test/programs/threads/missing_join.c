/*
 * main reads the result before it has joined the thread that computes it.
 *
 * Interleavings: one store by the worker, one load by main before its join: C(2,1) = 2, one of them fails.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int result;

void *compute(void *argument)
{
    result = 42;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, compute, NULL);
    assert(result == 42);
    pthread_join(worker, NULL);
    return 0;
}
