/* Two threads block each other for ever while main carries on to its end: a deadlock of two, not of all. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int ticks;

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
    ticks = 1;
    ticks = 2;
    return 0;
}
