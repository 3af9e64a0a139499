// Per byte of memory the accesses that a later one may race with, as epochs (thread, time), after FastTrack (Flanagan and
// Freund, PLDI 2009). An access races with an earlier one whose time its thread has not heard of. One that is ordered
// after another, and conflicts with whatever that conflicts with, takes its place: who does not race with the later one
// is ordered after both. So after a plain write nothing else is left; atomic accesses need not be ordered.
#ifndef RADDLE_ORDER_LAST_ACCESSES_H
#define RADDLE_ORDER_LAST_ACCESSES_H

#include <stdbool.h>

#include "base/map.h"
#include "order/clock.h"

enum { GRANULE_SIZE = 8 };

typedef struct LastAccess {
    uint32_t thread;
    uint32_t time;
    uint32_t position;
    bool atomic, writes;
} LastAccess;

typedef struct AccessNode {
    LastAccess access;
    uint32_t next; // index into `nodes`, 0: none
} AccessNode;

typedef struct Granule {
    uint32_t first[GRANULE_SIZE]; // node of each byte, 0: none
} Granule;

typedef struct LastAccesses {
    Map by_address; // address / GRANULE_SIZE to index + 1
    VECTOR(Granule) granules;
    VECTOR(AccessNode) nodes; // 0 is unused
    uint32_t free_node;       // list of unused ones
} LastAccesses;

// Notes an access to `size` bytes, whose thread knows `clock`; true if it races with an earlier one, which then is in
// `other`.
bool last_accesses_note(LastAccesses *accesses, const Clock *clock, const LastAccess *access, uint64_t address,
                        uint64_t size, LastAccess *other);
// The memory is gone: that is a write of all of it, after which nothing is left of what was done to it. True if that races.
bool last_accesses_end(LastAccesses *accesses, const Clock *clock, uint32_t thread, uint64_t start, uint64_t size,
                       LastAccess *other);
// What was done to these bytes is over.
void last_accesses_forget(LastAccesses *accesses, uint64_t start, uint64_t size);
void last_accesses_copy(LastAccesses *to, const LastAccesses *from);
void last_accesses_free(LastAccesses *accesses);
// Does not depend on the order in which bytes were accessed first.
uint64_t last_accesses_hash(const LastAccesses *accesses, uint64_t hash);

#endif
