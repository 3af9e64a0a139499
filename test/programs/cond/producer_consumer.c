/* A buffer with one slot: the consumer gets both items in order. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct buffer {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    pthread_cond_t emptied;
    int full;
    int item;
};

struct buffer buffer = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

void buffer_put(struct buffer *into, int item)
{
    pthread_mutex_lock(&into->lock);
    while (into->full) {
        pthread_cond_wait(&into->emptied, &into->lock);
    }
    into->item = item;
    into->full = 1;
    pthread_cond_signal(&into->filled);
    pthread_mutex_unlock(&into->lock);
}

int buffer_get(struct buffer *from)
{
    pthread_mutex_lock(&from->lock);
    while (!from->full) {
        pthread_cond_wait(&from->filled, &from->lock);
    }
    int item = from->item;
    from->full = 0;
    pthread_cond_signal(&from->emptied);
    pthread_mutex_unlock(&from->lock);
    return item;
}

void *produce(void *argument)
{
    buffer_put(argument, 1);
    buffer_put(argument, 2);
    return NULL;
}

int main(void)
{
    pthread_t producer;
    pthread_create(&producer, NULL, produce, &buffer);
    int first = buffer_get(&buffer);
    int second = buffer_get(&buffer);
    assert(first == 1 && second == 2);
    pthread_join(producer, NULL);
    return 0;
}
