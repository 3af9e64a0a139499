/* The producer does not wait for the slot to be empty, so the first item can be overwritten. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int full;
int item;

void put(int value)
{
    pthread_mutex_lock(&lock);
    item = value;
    full = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
}

void *produce(void *argument)
{
    put(1);
    put(2);
    return argument;
}

int main(void)
{
    pthread_t producer;
    pthread_create(&producer, NULL, produce, NULL);
    pthread_mutex_lock(&lock);
    while (!full) {
        pthread_cond_wait(&filled, &lock);
    }
    assert(item == 1);
    pthread_mutex_unlock(&lock);
    pthread_join(producer, NULL);
    return 0;
}
