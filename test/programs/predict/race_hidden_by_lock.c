/*
 * In the observed run the lock orders the two increments of data, which are outside of it; entered the other way
 * round they meet.
 */
#include <pthread.h>
#include <stddef.h>

int data;
int other;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void increment(void)
{
    data++;
}

void *one(void *argument)
{
    increment();
    pthread_mutex_lock(&lock);
    other++;
    pthread_mutex_unlock(&lock);
    return argument;
}

void *two(void *argument)
{
    pthread_mutex_lock(&lock);
    other++;
    pthread_mutex_unlock(&lock);
    increment();
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
