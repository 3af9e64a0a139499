/*
 * Main returns with the mutex in its hands. Whether the other thread got as far as its attempt before the process ended is
 * open; if it did, the attempt failed.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *attempt(void *argument)
{
    int status = pthread_mutex_trylock(&lock);
    assert(status == 0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, NULL, attempt, NULL);
    return 0;
}
