// What a thread remembers of the round of a loop that it is in: from one pass over a back edge to the next. spin.c
// finds out from it whether the loop is one of waiting. Private to src/machine.
#ifndef RADDLE_MACHINE_SPIN_H
#define RADDLE_MACHINE_SPIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vector.h"
#include "machine/attempt.h"
#include "term/term.h"

enum { REPORTED_COUNT = 16 };

// Conditions that events reported lately; they need not be reported again.
typedef struct Reported {
    Term conditions[REPORTED_COUNT];
    uint32_t next;
} Reported;

// How far a thread has come on its way. A round that is void takes back all of it but `made`.
typedef struct Path {
    uint32_t event_count;
    uint32_t made;     // events of all kinds
    uint32_t decided;  // how many conditions this thread has met on its way, reported or not
    Reported reported; // on the way of the run
    Reported found;    // on others; see probe.c
} Path;

// A value that a round read in shared memory, or wrote where it was already.
typedef struct SpinRead {
    uint64_t address;
    uint32_t size;
    uint64_t value;
    Term content; // in a symbolic run: of which the value is
} SpinRead;

// A write during a round that left the value as it was, but perhaps not its term.
typedef struct SpinWrite {
    uint64_t address;
    uint32_t size;
    Term before, after;
} SpinWrite;

typedef struct Spin {
    VECTOR(SpinRead) reads;
    VECTOR(uint64_t) registers; // of the frame when the round began; empty: no round has begun yet
    VECTOR(Term) terms;         // of these; empty in a concrete run
    VECTOR(SpinWrite) writes;   // in a symbolic run
    Term same;                  // under which its writes changed nothing; NO_TERM: there were none
    Path start;                 // where the thread was on its way when it began
    uint32_t generation;        // of the next local when it began; see Region
    uint32_t pc, depth, atomic; // of the back edge where it began; how deep the thread was in calls and sections
    uint32_t seen;              // visible reads in it
    uint32_t effects;           // see spin_note_effect; changed there and by who begins a round or ends a wait
    bool marked;  // the round before it had visible reads too: it is one of a loop that looks at shared memory
    bool changed; // it changed a value in memory
    bool probed;  // the thread slept or yielded before it
    bool watched; // all of it was under watch, so that `reads` has globals that nobody shares, too
    bool waited;  // it waited on a condition variable
    bool failed;  // a weak exchange failed in it that need not have
    bool is_void; // THREAD_SPINNING: the round is void when the thread goes on
    bool resumed; // it goes on, and has yet to pass the back edge where it waited
    // Iterations during which a loop is watched although it reads nothing shared: since the thread slept or yielded,
    // and since it has gone round for long.
    uint32_t yield_watch, long_watch;
    Attempt attempt;
} Spin;

// The thread does something that no other round undoes or that nobody keeps book of: it takes an input, allocates or
// frees, makes a local that outlives the round, publishes an object, creates, joins or detaches a thread, prints, calls
// a function of synchronisation, reads more than is remembered, writes bytes whose old values nobody has looked at.
// Whoever does such a thing calls this. Invariant: a round without effects changed at most the values and terms that
// `changed`, `same` and `writes` tell of, and what it read is in `reads`; only such a round can be found to be one of
// waiting.
static inline void spin_note_effect(Spin *spin)
{
    spin->effects += spin->effects != UINT32_MAX;
    spin->attempt.spoiled = true;
}

// The thread writes to memory, and what is there is another value.
static inline void spin_note_change(Spin *spin, bool changes)
{
    spin->changed |= changes;
    spin->attempt.spoiled |= changes;
}

// What was noted last has not happened after all: an attempt has failed.
static inline void spin_take_back_effect(Spin *spin)
{
    spin->effects -= spin->effects != UINT32_MAX;
}

static inline bool spin_has_effect(const Spin *spin)
{
    return spin->effects != 0;
}

static inline bool spin_is_watched(const Spin *spin)
{
    return spin->yield_watch || spin->long_watch;
}

#endif
