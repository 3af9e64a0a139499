/*
 * Two locks in opposite order, the classic.
 *
 * Interleavings: call the steps of one thread a b b' a' (lock, lock, unlock, unlock) and of the other B A A' B'.
 * If the first thread takes both locks: after b' the other can take B at once or after a', but A only after a': 2.
 * If it takes only a and the other then B: deadlock: 1. The same with the threads exchanged: together 6, two of
 * them deadlocks.
 */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void take_both(pthread_mutex_t *outer, pthread_mutex_t *inner)
{
    pthread_mutex_lock(outer);
    pthread_mutex_lock(inner);
    pthread_mutex_unlock(inner);
    pthread_mutex_unlock(outer);
}

void *forwards(void *argument)
{
    take_both(&locks[0], &locks[1]);
    return argument;
}

void *backwards(void *argument)
{
    take_both(&locks[1], &locks[0]);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, forwards, NULL);
    pthread_create(&second, NULL, backwards, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
