#include "machine/reached.h"

#include <stddef.h>
#include <sys/mman.h>

// The visits come after the rest.
static size_t start_of_visits(uint32_t position_count)
{
    size_t end = sizeof(Reached) + position_count * sizeof(atomic_bool), unit = sizeof(atomic_ullong);
    return (end + unit - 1) / unit * unit;
}

static size_t size_of(uint32_t position_count, uint32_t point_count)
{
    return start_of_visits(position_count) + point_count * sizeof(atomic_ullong);
}

Reached *reached_create(uint32_t position_count, uint32_t point_count)
{
    void *memory = mmap(NULL, size_of(position_count, point_count), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    Reached *reached = memory;
    reached->position_count = position_count;
    reached->point_count = point_count;
    if (point_count)
        reached->visits = (atomic_ullong *)((char *)memory + start_of_visits(position_count));
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
