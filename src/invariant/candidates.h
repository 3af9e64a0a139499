// What may be true of a predicate, judging by samples of it: formulas over its symbols that hold for all of them.
#ifndef RADDLE_INVARIANT_CANDIDATES_H
#define RADDLE_INVARIANT_CANDIDATES_H

#include "invariant/samples.h"

typedef struct Candidate {
    Term formula;
    // Of an equation that tells what a symbol is: its number, and what it is, over other symbols. Else the definition is
    // NO_TERM.
    uint32_t defined;
    Term definition;
    bool multiplies; // by other numbers than 1 and -1: what is said about such a sum is hard to decide
    bool dropped;    // something speaks against it
} Candidate;

typedef VECTOR(Candidate) CandidateList;

// How much is guessed: each adds to the one before.
typedef enum GuessDepth {
    DEPTH_EQUATIONS, // and small sets of values, and of differences
    DEPTH_PAIRS, // bounds, orders, what does not occur together; nothing of symbols that an equation with factors tells
    DEPTH_ALL,   // of these, too; sums, and what holds where a symbol has a certain value
    DEPTH_COUNT
} GuessDepth;

// Adds them to `out`. `constants` are those that the clauses compare with.
void candidates_find(const Horn *horn, const HornPredicate *predicate, const Sample *sample, const TermList *constants,
                     GuessDepth depth, CandidateList *out);
// Adds what holds for all samples now that there are more of them, and is not in the list yet: equations, sets of values,
// differences. So what was found with too few samples grows until it lasts, instead of being dropped for good.
void candidates_grow(const Horn *horn, const HornPredicate *predicate, const Sample *sample, CandidateList *out);
// The constants in the conditions of the clauses, each once.
void candidates_find_constants(const Horn *horn, TermList *out);

#endif
