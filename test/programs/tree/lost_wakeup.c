/*
 * The consumer looks whether there is something, without the lock, and then goes to sleep. If the producer signals in
 * between, nobody is there to hear it, and the consumer sleeps for ever. With -DLOCKED it looks again with the lock
 * held, and goes to sleep in the same step in which it gives the lock up.
 *
 * Interleavings: the producer locks (L), writes (W), signals (S), unlocks (U); the consumer reads (r) and then perhaps
 * locks and waits. It need not wait after L W r S U, L W S r U and L W S U r. It waits for ever after r L W S U and L
 * r W S U. It is woken in r, lock, wait, L W S U. Each of these waits may also end without a signal, the last one before
 * or after L W S U. Together 10, of which 2 are deadlocks. With -DLOCKED there are the 2 orders of the sections, and
 * where the consumer is first its wait may end without a signal, with or without another look before the producer: 4.
 */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
volatile int full;

void *produce(void *argument)
{
    pthread_mutex_lock(&lock);
    full = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    return argument;
}

void *consume(void *argument)
{
#ifdef LOCKED
    pthread_mutex_lock(&lock);
    while (!full) {
        pthread_cond_wait(&filled, &lock);
    }
    pthread_mutex_unlock(&lock);
#else
    if (!full) {
        pthread_mutex_lock(&lock);
        pthread_cond_wait(&filled, &lock);
        pthread_mutex_unlock(&lock);
    }
#endif
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
