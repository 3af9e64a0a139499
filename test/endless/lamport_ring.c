/* A ring for one producer and one consumer without a lock, for ever: each counter has one writer, and a slot is written
   only when it is free. Counters may wrap around, because the size of the ring divides their range. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 4u

static atomic_uint written, read_so_far;
static unsigned slots[SIZE];

static void *produce(void *unused)
{
    unsigned number = 0;
    for (;;) {
        if (number - atomic_load(&read_so_far) == SIZE)
            continue;
        slots[number % SIZE] = number;
        number++;
        atomic_store(&written, number);
    }
    return unused;
}

static void *consume(void *unused)
{
    unsigned number = 0;
    for (;;) {
        if (number == atomic_load(&written))
            continue;
        assert(slots[number % SIZE] == number);
        number++;
        atomic_store(&read_so_far, number);
    }
    return unused;
}

int main(void)
{
    pthread_t producer, consumer;
    pthread_create(&producer, 0, produce, 0);
    pthread_create(&consumer, 0, consume, 0);
    pthread_join(producer, 0);
    pthread_join(consumer, 0);
    return 0;
}
