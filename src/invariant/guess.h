// Horn clauses by guessing: of all that samples suggest (candidates.h), what is inductive is kept, in the way of Houdini
// (Flanagan, Leino). Everything is decided over bit vectors, by the project's own solver.
#ifndef RADDLE_INVARIANT_GUESS_H
#define RADDLE_INVARIANT_GUESS_H

#include "base/limits.h"
#include "invariant/sufficient.h"

typedef enum GuessResult {
    GUESS_PROVES,  // there are predicates that make all clauses true
    GUESS_FAILS,   // none was found
    GUESS_STOPPED, // a limit
} GuessResult;

// `open` is the number of a clause without head that nothing excludes, if it fails. If it proves and `kept` is not NULL,
// that is what the proof takes; empty if it was not found out.
GuessResult guess_invariants(const Horn *horn, GuessDepth depth, Limits *limits, uint32_t *open, FormulaLists *kept);

#endif
