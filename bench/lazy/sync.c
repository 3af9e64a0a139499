/*
 * A place for one item between a producer and a consumer, with two condition variables: ITEMS items go through it, and
 * the consumer expects them in their order.
 *
 * With -DBAD the producer says that the place is full and gives the lock up for a moment before it writes the item.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef ITEMS
#define ITEMS 10
#endif

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t emptied = PTHREAD_COND_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int full;
int item;

static void *produce(void *argument)
{
    for (int n = 1; n <= ITEMS; n++) {
        pthread_mutex_lock(&lock);
        while (full) {
            pthread_cond_wait(&emptied, &lock);
        }
        full = 1;
#ifdef BAD
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
#endif
        item = n;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

static void *consume(void *argument)
{
    for (int n = 1; n <= ITEMS; n++) {
        pthread_mutex_lock(&lock);
        while (!full) {
            pthread_cond_wait(&filled, &lock);
        }
        assert(item == n);
        full = 0;
        pthread_cond_signal(&emptied);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t producer, consumer;
    pthread_create(&producer, NULL, produce, NULL);
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    return 0;
}
