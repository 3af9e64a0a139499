/*
 * Many producers and consumers. A thread takes a position by moving the head of its side, works on the slot, and then
 * moves the tail of its side, after all who took earlier positions have done so: then the other side may have the slot.
 *
 * Why the difference of the ends is never negative: the other side's tail is read after the own head, and who moved
 * that head to what was read had seen a tail that allowed it. The exchange releases and the load acquires, so no older
 * tail is read here.
 */
#include "ring.h"

static uint32_t rings_made;

uint32_t mpmc_made(void)
{
    return port_load(&rings_made);
}

void mpmc_init(struct mpmc *ring, void **slots, uint32_t size)
{
    ring->number = port_fetch_add(&rings_made, 1);
    ring->slots = slots;
    ring->size = size;
#if BUG == 4 /* one bit too many: a slot behind the last one */
    ring->mask = size;
#else
    ring->mask = size - 1;
#endif
    ring->producers = (struct mpmc_side){0, 0};
    ring->consumers = (struct mpmc_side){0, 0};
}

/*
 * Takes a position of a side, unless it is `room` positions ahead of the other side's tail already. Positions are
 * compared by their difference, so that they may wrap around.
 */
static bool take_position(struct mpmc_side *side, const uint32_t *other_tail, uint32_t room, uint32_t *position)
{
#if BUG == \
    3 /* the other tail is read too early: it may be behind the head, and a slot is taken that has nothing in it */
    uint32_t end = port_load_acquire(other_tail) + room;
    uint32_t head = port_load_acquire(&side->head);
#else
    uint32_t head = port_load_acquire(&side->head);
    uint32_t end = port_load_acquire(other_tail) + room;
#endif
    while (end != head && !port_cas(&side->head, &head, head + 1)) {
#if BUG == 2 /* that another one was faster is taken for a ring without room */
        return false;
#else
        end = port_load_acquire(other_tail) + room;
#endif
    }
    if (end == head)
        return false;
    *position = head;
    return true;
}

/* Hands the slot of a position over to the other side, after those of all earlier ones. */
static void give_position(struct mpmc_side *side, uint32_t position)
{
#if BUG != 6 /* the bug: positions before this one may not have been written yet */
    while (port_load_acquire(&side->tail) != position)
        port_pause();
#endif
    port_store_release(&side->tail, position + 1);
}

bool mpmc_enqueue(struct mpmc *ring, void *entry)
{
    uint32_t position;
    if (!take_position(&ring->producers, &ring->consumers.tail, ring->size, &position))
        return false;
    ring->slots[position & ring->mask] = entry;
    give_position(&ring->producers, position);
    return true;
}

bool mpmc_dequeue(struct mpmc *ring, void **entry)
{
    uint32_t position;
    if (!take_position(&ring->consumers, &ring->producers.tail, 0, &position))
        return false;
    *entry = ring->slots[position & ring->mask];
    give_position(&ring->consumers, position);
    return true;
}

uint32_t mpmc_count(struct mpmc *ring)
{
    uint32_t head = port_load_acquire(&ring->consumers.tail);
    port_fence();
    return port_load_acquire(&ring->producers.tail) - head;
}
