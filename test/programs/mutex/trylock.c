/*
 * trylock either takes the mutex or says EBUSY; whoever got it gives it back.
 *
 * Interleavings: lock and unlock in the holder; in the other trylock, then unlock only if it succeeded. trylock
 * first: it succeeds and the holder waits for the unlock (1); between lock and unlock: EBUSY (1); after the
 * holder's unlock: it succeeds (1). Together 3.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *hold(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

void *attempt(void *argument)
{
    int status = pthread_mutex_trylock(&lock);
    assert(status == 0 || status == EBUSY);
    if (status == 0) {
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, hold, NULL);
    pthread_create(&second, NULL, attempt, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
