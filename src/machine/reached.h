// What the runs of a verification have come to, all of them together: who concludes that nothing is violated can tell
// whether there was anything to violate. It lives in memory that forked processes share, so that it does not matter
// which of them made a run. Only ever grows.
#ifndef RADDLE_MACHINE_REACHED_H
#define RADDLE_MACHINE_REACHED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// Two operations of two threads that stood before them at the same time, and that compete: on the same memory, one of them
// writing, or on the same lock or its like.
typedef struct MetPair {
    atomic_ullong key;    // the smaller Position id + 1, and the other one + 1 in the upper half; 0: none
    atomic_ullong visits; // how often
} MetPair;

enum { MET_LIMIT = 1 << 13 };

typedef struct Reached {
    atomic_bool thread;     // a second thread was created
    atomic_bool assertion;  // the condition of an assertion was evaluated
    atomic_bool end;        // a run came to an end that no assumption brought about, or was cut
    atomic_uint assumption; // Position id + 1 of an assumption that did not hold; 0: none
    atomic_uint weak_order; // the smallest Position id + 1 of an atomic operation weaker than seq_cst; 0: none
    uint32_t position_count;
    // How often the runs have come to the points of Program.cover; NULL: there are none.
    atomic_ullong *visits;
    uint32_t point_count;
    MetPair *pairs;         // MET_LIMIT, by a hash of their key; NULL like `visits`
    atomic_bool more_pairs; // there was no room for all of them
    // By Position id: where memory is weak, whether a run came to the atomic operation or fence there.
    atomic_bool atomics[];
} Reached;

// Nothing was reached of a program with so many positions, and points whose visits are counted. NULL if the system has no
// memory to share.
Reached *reached_create(uint32_t position_count, uint32_t point_count);
void reached_free(Reached *reached); // may be NULL

void reached_note_pair(Reached *reached, uint32_t first, uint32_t second); // Position ids
void reached_note_weak_order(Reached *reached, uint32_t position);

static inline void reached_note_atomic(Reached *reached, uint32_t position)
{
    atomic_store_explicit(&reached->atomics[position], true, memory_order_relaxed);
}

// False if there is nothing to remember it in: NULL.
static inline bool reached_has_atomic(const Reached *reached, uint32_t position)
{
    return reached && atomic_load_explicit(&reached->atomics[position], memory_order_relaxed);
}

#endif
