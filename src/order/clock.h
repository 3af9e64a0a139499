// Vector clocks: what of each thread is known, as times. Threads beyond the end have time 0.
#ifndef RADDLE_ORDER_CLOCK_H
#define RADDLE_ORDER_CLOCK_H

#include <stdint.h>

#include "base/vector.h"

typedef VECTOR(uint32_t) Clock;

uint32_t clock_time(const Clock *clock, uint32_t thread);
void clock_join(Clock *into, const Clock *from);
void clock_set(Clock *clock, const Clock *from);
// Two clocks that know the same have the same hash.
uint64_t clock_hash(const Clock *clock, uint64_t hash);

// The clocks of threads. The time of a thread is that of its own clock, from 1 on.
typedef struct ThreadClocks {
    VECTOR(Clock) list;
} ThreadClocks;

// Valid until the clock of another thread is asked for the first time.
Clock *thread_clocks_at(ThreadClocks *clocks, uint32_t thread);
// What the thread did so far is known to who acquires `into` later; what it does next is not.
void thread_clocks_release(ThreadClocks *clocks, uint32_t thread, Clock *into);
void thread_clocks_acquire(ThreadClocks *clocks, uint32_t thread, const Clock *from);
void thread_clocks_copy(ThreadClocks *to, const ThreadClocks *from);
void thread_clocks_free(ThreadClocks *clocks);

#endif
