/* A producer and a consumer around a ring of four slots, for ever: one semaphore counts free slots, the other filled
   ones, and what comes out is what went in, in order. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define SIZE 4

static sem_t free_slots, filled_slots;
static int slots[SIZE];

static void *produce(void *unused)
{
    int in = 0, number = 0;
    for (;;) {
        sem_wait(&free_slots);
        slots[in] = number;
        in = (in + 1) % SIZE;
        number = (number + 1) % 100;
        sem_post(&filled_slots);
    }
    return unused;
}

static void *consume(void *unused)
{
    int out = 0, expected = 0;
    for (;;) {
        sem_wait(&filled_slots);
        assert(slots[out] == expected);
        out = (out + 1) % SIZE;
        expected = (expected + 1) % 100;
        sem_post(&free_slots);
    }
    return unused;
}

int main(void)
{
    pthread_t producer, consumer;
    sem_init(&free_slots, 0, SIZE);
    sem_init(&filled_slots, 0, 0);
    pthread_create(&producer, 0, produce, 0);
    pthread_create(&consumer, 0, consume, 0);
    pthread_join(producer, 0);
    pthread_join(consumer, 0);
    return 0;
}
