/* A write lock excludes the other writer. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int counter;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *increment(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    counter = counter + 1;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, increment, NULL);
    pthread_create(&second, NULL, increment, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 2);
    return 0;
}
