/*
 * A ring of PLACES places between a producer and a consumer, each of which goes ROUNDS times through a section under
 * one lock. The producer puts the next number in if the consumer has taken the one before; the consumer takes one out
 * if there is one, and expects the numbers in their order.
 *
 * With -DBAD the producer puts in BATCH numbers at once and the consumer is never told that the ring is empty again,
 * so that it takes out more than was put in.
 *
 * Without a bound there are C(2 * ROUNDS, ROUNDS) interleavings: nothing but the order of the sections matters. With
 * ROUNDS = 8 that is 12870, as in the paper.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef ROUNDS
#define ROUNDS 8
#endif
#ifndef BATCH
#define BATCH 1
#endif

enum { PLACES = 4, EMPTY = -1 };

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int ring[PLACES] = {EMPTY, EMPTY, EMPTY, EMPTY};
int in, out;
int may_send = 1;
int may_receive;

static void insert(int number)
{
    ring[in] = number;
    in = (in + 1) % PLACES;
}

static int remove_oldest(void)
{
    int number = ring[out];
    ring[out] = EMPTY;
    out = (out + 1) % PLACES;
    return number;
}

static void *produce(void *argument)
{
    int next = 0;
    for (int n = 0; n < ROUNDS; n++) {
        pthread_mutex_lock(&lock);
        if (may_send) {
            for (int k = 0; k < BATCH; k++) {
                insert(next++);
            }
            may_send = 0;
            may_receive = 1;
        }
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

static void *consume(void *argument)
{
    int expected = 0;
    for (int n = 0; n < ROUNDS; n++) {
        pthread_mutex_lock(&lock);
        if (may_receive) {
            assert(remove_oldest() == expected);
            expected++;
#ifndef BAD
            may_receive = 0;
            may_send = 1;
#endif
        }
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
