// Words of memory that are taken to be accessed under a lock only, each under one of its own, or by a thread that is alone.
// No other thread can come to such an access while one has the lock, so it commutes with whatever the others do, and
// the thread need not stop before it: what it does there belongs to the step before. Every access shows whether it is so;
// one without the lock ends the run (MACHINE_ESCAPED), and the search has to begin again without the word. doc/tree.md
// has the argument.
#ifndef RADDLE_MACHINE_GUARDS_H
#define RADDLE_MACHINE_GUARDS_H

#include "base/map.h"
#include "machine/machine.h"

typedef struct Guards {
    Map locks;                 // address / GUARDED_BYTES -> address of the lock; 0: none
    VECTOR(uint64_t) broken;   // words that were accessed without their lock
    bool noting;               // for who wants to know how steps can be parted again:
    VECTOR(uint32_t) accesses; // the thread of each access that was done in the step of something before it
} Guards;

enum { GUARDED_BYTES = 8 };

// Whether the thread has the lock; to write, whether nobody else can have it.
bool machine_has_lock(const Machine *machine, uint32_t thread, uint64_t lock, bool to_write);
// Whether nobody but the thread that goes on can do anything, in whatever order independent steps are done: all others were
// joined. That they have ended is not enough: another order may have them end later.
bool machine_is_alone(const Machine *machine);
void guards_free(Guards *guards);

#endif
