// The workload of a test suite: producers and consumers pass N numbers each through a bounded queue. With -DBUG one of
// the statistics is updated without a lock, in one of 500 rounds.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifndef N
#define N 2000
#endif

enum { PRODUCERS = 2, CONSUMERS = 2, SLOTS = 16 };
struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled, freed;
    int slots[SLOTS], head, count;
    long put, taken;
};
static struct queue queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
static void put(struct queue *q, int value)
{
    pthread_mutex_lock(&q->lock);
    while (q->count == SLOTS)
        pthread_cond_wait(&q->freed, &q->lock);
    q->slots[(q->head + q->count) % SLOTS] = value;
    q->count++;
    q->put += value;
    pthread_cond_signal(&q->filled);
    pthread_mutex_unlock(&q->lock);
}
static int take(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (q->count == 0)
        pthread_cond_wait(&q->filled, &q->lock);
    int value = q->slots[q->head];
    q->head = (q->head + 1) % SLOTS;
    q->count--;
    q->taken += value;
    pthread_cond_signal(&q->freed);
    pthread_mutex_unlock(&q->lock);
    return value;
}
#ifdef BUG
static long oversized;
#endif
static void note_oversized(void)
{
#ifdef BUG
    long before = oversized;
    oversized = before + 1;
    assert(oversized == before + 1);
#endif
}
static unsigned mix(unsigned x)
{
    for (int i = 0; i < 20; i++)
        x = x * 1664525u + 1013904223u;
    return x;
}
static unsigned results[CONSUMERS];
static void *produce(void *argument)
{
    for (int i = 0; i < N; i++) {
        put(&queue, i);
        if (i % 500 == 250)
            note_oversized();
    }
    return argument;
}
static void *consume(void *argument)
{
    unsigned *result = argument;
    for (int i = 0; i < N; i++)
        *result ^= mix((unsigned)take(&queue));
    return argument;
}
int main(void)
{
    pthread_t threads[PRODUCERS + CONSUMERS];
    for (int i = 0; i < PRODUCERS; i++)
        pthread_create(&threads[i], NULL, produce, NULL);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_create(&threads[PRODUCERS + i], NULL, consume, &results[i]);
    for (int i = 0; i < PRODUCERS + CONSUMERS; i++)
        pthread_join(threads[i], NULL);
    assert(queue.put == queue.taken);
}
