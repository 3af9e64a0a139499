/*
 * The textbook pattern: predicate, while, signal under the lock.
 *
 * Interleavings: the producer first: its lock, store, signal, unlock, then the consumer's lock, load, unlock (1).
 * The consumer first: lock, load, wait; only then the producer's four steps; then the consumer's re-acquire, load,
 * unlock (1). The same with a wait that needs no signal (1), or which the consumer finds over before the producer
 * comes: re-acquire, load, wait, the producer's steps, re-acquire, load, unlock (1). Together 4.
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
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
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
