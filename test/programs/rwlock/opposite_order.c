/* Two rwlocks written in opposite order. */
#include <pthread.h>
#include <stddef.h>

pthread_rwlock_t locks[2] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};

void write_both(pthread_rwlock_t *outer, pthread_rwlock_t *inner)
{
    pthread_rwlock_wrlock(outer);
    pthread_rwlock_wrlock(inner);
    pthread_rwlock_unlock(inner);
    pthread_rwlock_unlock(outer);
}

void *forwards(void *argument)
{
    write_both(&locks[0], &locks[1]);
    return argument;
}

void *backwards(void *argument)
{
    write_both(&locks[1], &locks[0]);
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
