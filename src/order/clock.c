#include "order/clock.h"

#include <string.h>

#include "base/map.h"

uint32_t clock_time(const Clock *clock, uint32_t thread)
{
    return thread < clock->count ? clock->data[thread] : 0;
}

void clock_join(Clock *into, const Clock *from)
{
    if (into->count < from->count)
        vector_resize(into, from->count);
    for (uint32_t i = 0; i < from->count; i++)
        if (from->data[i] > into->data[i])
            into->data[i] = from->data[i];
}

void clock_set(Clock *clock, const Clock *from)
{
    vector_resize(clock, from->count);
    if (from->count)
        memcpy(clock->data, from->data, from->count * sizeof *from->data);
}

uint64_t clock_hash(const Clock *clock, uint64_t hash)
{
    uint32_t count = clock->count;
    while (count && !clock->data[count - 1])
        count--;
    return hash_bytes(clock->data, count * sizeof *clock->data, hash);
}

Clock *thread_clocks_at(ThreadClocks *clocks, uint32_t thread)
{
    if (thread >= clocks->list.count)
        vector_resize(&clocks->list, thread + 1);
    Clock *clock = &clocks->list.data[thread];
    if (!clock_time(clock, thread)) {
        if (clock->count <= thread)
            vector_resize(clock, thread + 1);
        clock->data[thread] = 1;
    }
    return clock;
}

void thread_clocks_release(ThreadClocks *clocks, uint32_t thread, Clock *into)
{
    Clock *own = thread_clocks_at(clocks, thread);
    clock_join(into, own);
    own->data[thread]++;
}

void thread_clocks_acquire(ThreadClocks *clocks, uint32_t thread, const Clock *from)
{
    clock_join(thread_clocks_at(clocks, thread), from);
}

void thread_clocks_copy(ThreadClocks *to, const ThreadClocks *from)
{
    *to = (ThreadClocks){0};
    vector_resize(&to->list, from->list.count);
    for (uint32_t i = 0; i < from->list.count; i++)
        clock_set(&to->list.data[i], &from->list.data[i]);
}

void thread_clocks_free(ThreadClocks *clocks)
{
    for (uint32_t i = 0; i < clocks->list.count; i++)
        vector_free(&clocks->list.data[i]);
    vector_free(&clocks->list);
}
