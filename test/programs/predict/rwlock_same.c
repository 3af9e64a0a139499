/* Both threads take the read-write locks in the same order. */
#include <pthread.h>
#include <stddef.h>

pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER;
pthread_rwlock_t b = PTHREAD_RWLOCK_INITIALIZER;

static void upgrade(pthread_rwlock_t *reading, pthread_rwlock_t *writing)
{
    pthread_rwlock_rdlock(reading);
    pthread_rwlock_wrlock(writing);
    pthread_rwlock_unlock(writing);
    pthread_rwlock_unlock(reading);
}

void *one(void *argument)
{
    upgrade(&a, &b);
    return argument;
}

void *two(void *argument)
{
    upgrade(&a, &b);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, two, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
