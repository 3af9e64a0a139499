/*
 * Signalling after the unlock is as good as before it.
 *
 * Interleavings: the producer locks first: lock, store, unlock; its signal then falls anywhere among the
 * consumer's lock, load, unlock (4). The consumer first: lock, load, wait, the producer's lock, store, unlock,
 * signal, then re-acquire, load, unlock (1). The consumer first, and its wait needs no signal: that of the producer then
 * falls anywhere among re-acquire, load, unlock (4), or the consumer looks, waits again, and is signalled (1).
 * Together 10.
 */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

void *produce(void *argument)
{
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&changed);
    return argument;
}

void *consume(void *argument)
{
    pthread_mutex_lock(&lock);
    while (!ready) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
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
