// A ring buffer of numbers for several threads.
#ifndef RING_H
#define RING_H

#include <pthread.h>
#include <stdbool.h>

struct ring {
    pthread_mutex_t lock;
    unsigned first; // index of the oldest number
    unsigned count;
    int numbers[RING_SIZE];
};

void ring_init(struct ring *ring);
unsigned ring_place(unsigned first, unsigned offset);
bool ring_put(struct ring *ring, int number);
bool ring_take(struct ring *ring, int *number);

// Without waiting for the lock.
int ring_peek(struct ring *ring, unsigned offset);
bool ring_hurry(struct ring *ring, int number);

#endif
