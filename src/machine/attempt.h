// Attempts in vain: a round of a loop that adds to atomic variables, finds that it must not, and subtracts the same again
// before it tries once more, as locks do that are numbers; or that only looks, and finds at its end that what it saw is out of
// date, as loops around a compare-exchange do. Private to src/machine.
#ifndef RADDLE_MACHINE_ATTEMPT_H
#define RADDLE_MACHINE_ATTEMPT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vector.h"
#include "term/term.h"

// What the round has added to a variable so far.
typedef struct AttemptSum {
    uint64_t address;
    uint32_t size;
    uint64_t sum;   // 0: nothing, for whoever looks now
    uint64_t found; // what was there before the first update
} AttemptSum;

// What the round has seen.
typedef struct AttemptLook {
    uint64_t address;
    uint32_t size;
    uint64_t value;
} AttemptLook;

enum { ATTEMPT_LOOKS = 16 }; // more are not remembered

// The round that a thread is in, of the loop that it entered last before it added to something.
typedef struct Attempt {
    VECTOR(AttemptSum) sums;
    VECTOR(AttemptLook) looks;
    // What registers held when the round began, those that matter at the back edge, or those of the update with which it began
    // (analysis/facts.h, Retry), in their order there.
    VECTOR(uint64_t) words;
    VECTOR(Term) terms; // empty in a concrete run
    uint64_t how;       // of the update; 0: it began with none
    uint32_t pc, depth,
        atomic;      // of the back edge; how deep the thread was in calls and sections. depth 0: there is none
    uint32_t number; // in Looks, from 1, once it has added to something; 0: it has none
    bool spoiled;    // something else was changed or done
} Attempt;

enum { LOOKS = 16 };

// Who has looked at variables whose sum was not 0. Attempts may be dropped together if nobody else has looked at them.
typedef struct Looks {
    struct {
        enum {
            ATTEMPT_NONE,
            ATTEMPT_OPEN,   // it may yet be taken back
            ATTEMPT_KEPT,   // it is not over, and will not be dropped
            ATTEMPT_UNDONE, // it was taken back, and may be dropped with those that are open
        } state;
        uint32_t by; // bits: numbers, less 1, of attempts that have looked
    } attempts[LOOKS];
} Looks;

#endif
