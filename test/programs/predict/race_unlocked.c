/* One thread increments without the lock; in the observed run the others are not there yet. */
#include <pthread.h>
#include <stddef.h>

int data;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void increment(void)
{
    data++;
}

void *careful(void *argument)
{
    pthread_mutex_lock(&lock);
    increment();
    pthread_mutex_unlock(&lock);
    return argument;
}

void *careless(void *argument)
{
    increment();
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, careful, NULL);
    pthread_create(&second, NULL, careless, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
