/* Opposite order, but the second lock is only tried, and the first given back if it is busy. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void take_both(pthread_mutex_t *outer, pthread_mutex_t *inner)
{
    pthread_mutex_lock(outer);
    if (pthread_mutex_trylock(inner) == 0) {
        pthread_mutex_unlock(inner);
    }
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
