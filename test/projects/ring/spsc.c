/*
 * One producer and one consumer: each end is written by one thread alone, so no exchange is needed. A slot is handed
 * over by the store of `tail`, and back by the store of `head`.
 */
#include "ring.h"

void spsc_init(struct spsc *ring, void **slots, uint32_t size)
{
    ring->slots = slots;
    ring->mask = size - 1;
    atomic_init(&ring->tail, 0);
    atomic_init(&ring->head, 0);
}

bool spsc_enqueue(struct spsc *ring, void *entry)
{
    uint32_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    uint32_t head = atomic_load_explicit(&ring->head, memory_order_acquire);
    if (tail - head > ring->mask)
        return false;
#if BUG == 1 /* the slot is published before it is written */
    atomic_store_explicit(&ring->tail, tail + 1, memory_order_release);
    ring->slots[tail & ring->mask] = entry;
#else
    ring->slots[tail & ring->mask] = entry;
    atomic_store_explicit(&ring->tail, tail + 1, memory_order_release);
#endif
    return true;
}

bool spsc_dequeue(struct spsc *ring, void **entry)
{
    uint32_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
    uint32_t tail = atomic_load_explicit(&ring->tail, memory_order_acquire);
    if (head == tail)
        return false;
    *entry = ring->slots[head & ring->mask];
    atomic_store_explicit(&ring->head, head + 1, memory_order_release);
    return true;
}
