// What may be true of a predicate, judging by samples of it: formulas over its symbols that hold for all of them.
#ifndef RADDLE_INVARIANT_CANDIDATES_H
#define RADDLE_INVARIANT_CANDIDATES_H

#include "invariant/samples.h"

// Adds them to `out`. `constants` are those that the clauses compare with.
void candidates_find(const Horn *horn, const HornPredicate *predicate, const Sample *sample, const TermList *constants,
                     TermList *out);
// The constants in the conditions of the clauses, each once.
void candidates_find_constants(const Horn *horn, TermList *out);

#endif
