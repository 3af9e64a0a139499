/*
 * Rings of pointers without locks. A ring has a power of two of slots; positions count up for ever and wrap around at
 * 2^32, the slot of a position is its lower bits.
 *
 * Who makes a ring provides the slots, ring_round_up(n) of them, and keeps them as long as the ring. No operation waits
 * for room or for an entry: it returns false.
 */
#ifndef RING_H
#define RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "port.h"

/* The least power of two that is not below count; count is not above 2^31. */
uint32_t ring_round_up(uint32_t count);

/* One producer and one consumer. */
struct spsc {
    void **slots;
    uint32_t mask;
    PORT_ALIGNED _Atomic uint32_t tail; /* of the next entry to be written: the producer's */
    PORT_ALIGNED _Atomic uint32_t head; /* of the next entry to be read: the consumer's */
};

void spsc_init(struct spsc *ring, void **slots, uint32_t size);
bool spsc_enqueue(struct spsc *ring, void *entry);
bool spsc_dequeue(struct spsc *ring, void **entry);

/*
 * Any number of producers and consumers. Each side has two ends: `head` is what threads have taken for themselves,
 * `tail` what they are done with. Positions between tail and head are in use by threads of that side.
 */
struct mpmc_side {
    uint32_t head;
    uint32_t tail;
};

struct mpmc {
    uint32_t number; /* of all that were ever made, for messages about it */
    void **slots;
    uint32_t mask;
    uint32_t size;
    PORT_ALIGNED struct mpmc_side producers;
    PORT_ALIGNED struct mpmc_side consumers;
};

void mpmc_init(struct mpmc *ring, void **slots, uint32_t size);
bool mpmc_enqueue(struct mpmc *ring, void *entry);
bool mpmc_dequeue(struct mpmc *ring, void **entry);

/* How many rings of this kind were ever made, by any thread. */
uint32_t mpmc_made(void);

/* How many entries there are; it may have changed when the caller looks at it. */
uint32_t mpmc_count(struct mpmc *ring);

#endif
