#include "machine/reached.h"

#include <stddef.h>
#include <sys/mman.h>

#include "base/map.h"

// The visits come after the rest, then the pairs.
static size_t start_of_visits(uint32_t position_count)
{
    size_t end = sizeof(Reached) + position_count * sizeof(atomic_bool), unit = sizeof(atomic_ullong);
    return (end + unit - 1) / unit * unit;
}

static size_t size_of(uint32_t position_count, uint32_t point_count)
{
    size_t pairs = point_count ? MET_LIMIT * sizeof(MetPair) : 0;
    return start_of_visits(position_count) + point_count * sizeof(atomic_ullong) + pairs;
}

Reached *reached_create(uint32_t position_count, uint32_t point_count)
{
    void *memory =
        mmap(NULL, size_of(position_count, point_count), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    Reached *reached = memory;
    reached->position_count = position_count;
    reached->point_count = point_count;
    if (point_count) {
        reached->visits = (atomic_ullong *)((char *)memory + start_of_visits(position_count));
        reached->pairs = (MetPair *)(reached->visits + point_count);
    }
    return reached;
}

void reached_free(Reached *reached)
{
    if (reached)
        munmap(reached, size_of(reached->position_count, reached->point_count));
}

void reached_note_weak_order(Reached *reached, uint32_t position)
{
    unsigned known = atomic_load(&reached->weak_order);
    while ((!known || position + 1 < known) &&
           !atomic_compare_exchange_weak(&reached->weak_order, &known, position + 1))
        ;
}

void reached_note_pair(Reached *reached, uint32_t first, uint32_t second)
{
    uint64_t low = first < second ? first : second, high = first < second ? second : first;
    unsigned long long key = (high + 1) << 32 | (low + 1);
    uint64_t at = hash_mix(key) % MET_LIMIT;
    for (uint32_t tried = 0; tried < MET_LIMIT; tried++, at = (at + 1) % MET_LIMIT) {
        MetPair *pair = &reached->pairs[at];
        unsigned long long known = 0;
        if (atomic_compare_exchange_strong(&pair->key, &known, key) || known == key) {
            atomic_fetch_add_explicit(&pair->visits, 1, memory_order_relaxed);
            return;
        }
    }
    atomic_store_explicit(&reached->more_pairs, true, memory_order_relaxed);
}
