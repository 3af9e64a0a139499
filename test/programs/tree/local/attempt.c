/*
 * No variable is shared, but a lock is, and whether it can be had is what is asserted.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *take(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, take, NULL);
    int result = pthread_mutex_trylock(&lock);
    assert(result == 0);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
