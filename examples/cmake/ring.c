#include "ring.h"

#include <assert.h>

void ring_init(struct ring *ring)
{
    pthread_mutex_init(&ring->lock, NULL);
    ring->first = 0;
    ring->count = 0;
}

// Where a number lies that is so far from the first.
unsigned ring_place(unsigned first, unsigned offset)
{
    unsigned place = (first % RING_SIZE + offset % RING_SIZE) % RING_SIZE;
    assert(place < RING_SIZE);
    return place;
}

bool ring_put(struct ring *ring, int number)
{
    pthread_mutex_lock(&ring->lock);
    bool room = ring->count < RING_SIZE;
    if (room)
        ring->numbers[ring_place(ring->first, ring->count++)] = number;
    pthread_mutex_unlock(&ring->lock);
    return room;
}

bool ring_take(struct ring *ring, int *number)
{
    pthread_mutex_lock(&ring->lock);
    bool any = ring->count > 0;
    if (any) {
        *number = ring->numbers[ring->first];
        ring->first = ring_place(ring->first, 1);
        ring->count--;
    }
    pthread_mutex_unlock(&ring->lock);
    return any;
}

int ring_peek(struct ring *ring, unsigned offset)
{
    return ring->numbers[ring->first + offset];
}

bool ring_hurry(struct ring *ring, int number)
{
    if (ring->count == RING_SIZE)
        return false;
    ring->numbers[ring_place(ring->first, ring->count)] = number;
    ring->count++;
    return true;
}
