// What a thread knows of what others did, by the events that order them: creating and joining threads; unlock before a
// later lock of the same mutex; the same for read-write locks (readers do not order each other); post before a later
// wait of the same semaphore; arriving at a barrier before leaving it; the end of a once-routine before later calls;
// signal and broadcast before the wake-up; atomic sections, as if under one lock. pthread_cond_wait is three events:
// `wait`, whose address is the condition variable and whose value is the address of the mutex it releases; `wake`, with
// the address of the condition variable; and `lock`.
//
// What atomic accesses order is not decided here.
#ifndef RADDLE_MACHINE_SYNCHRONISE_H
#define RADDLE_MACHINE_SYNCHRONISE_H

#include "machine/event.h"
#include "order/channels.h"

typedef struct Synchronisation {
    ThreadClocks clocks;
    Channels objects;
    Clock section;           // of the atomic sections
    VECTOR(uint32_t) inside; // the threads that are in one
} Synchronisation;

void synchronise(Synchronisation *synchronisation, const Event *event);
bool synchronise_is_inside(const Synchronisation *synchronisation, uint32_t thread); // an atomic section
void synchronise_copy(Synchronisation *to, const Synchronisation *from);
void synchronise_free(Synchronisation *synchronisation);
uint64_t synchronise_hash(const Synchronisation *synchronisation, uint64_t hash);

#endif
