// What synchronisation objects pass on from thread to thread.
#ifndef RADDLE_ORDER_CHANNELS_H
#define RADDLE_ORDER_CHANNELS_H

#include <stdbool.h>

#include "base/map.h"
#include "order/clock.h"

// `released` reaches everyone who acquires the object; `readers` only writers of a read-write lock; `gathering` becomes
// part of `released` when the first thread leaves a barrier.
typedef struct Channel {
    Clock released;
    Clock readers;
    Clock gathering;
    VECTOR(uint32_t) gathered; // threads that arrived and have not left
    bool held_for_writing;
    uint32_t writer;
} Channel;

typedef struct Channels {
    VECTOR(Channel) list;
    Map by_address; // to index + 1
} Channels;

// That of the object at the address, made if there is none. Valid until the next one is made.
Channel *channels_at(Channels *channels, uint64_t address);
void channel_clear(Channel *channel);
void channels_copy(Channels *to, const Channels *from);
void channels_free(Channels *channels);
// Does not depend on the order in which they were made.
uint64_t channels_hash(const Channels *channels, uint64_t hash);

void channel_arrive(Channel *channel, ThreadClocks *clocks, uint32_t thread); // at a barrier
void channel_leave(Channel *channel, ThreadClocks *clocks, uint32_t thread);
void channel_lock_to_write(Channel *channel, ThreadClocks *clocks, uint32_t thread);
void channel_unlock(Channel *channel, ThreadClocks *clocks, uint32_t thread); // a read-write lock

#endif
