/* Two increments under two different locks. */
#include <pthread.h>
#include <stddef.h>

int data;
pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void increment(pthread_mutex_t *lock)
{
    pthread_mutex_lock(lock);
    data++;
    pthread_mutex_unlock(lock);
}

void *one(void *argument)
{
    increment(&locks[0]);
    return argument;
}

void *two(void *argument)
{
    increment(&locks[1]);
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
