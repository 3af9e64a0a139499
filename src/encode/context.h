// A bound on changes of the running thread (Wang et al., section 5): cross-thread order is strict in time, order within
// a thread and by creating and joining is not, and the last event comes at most `bound` later than the first. The bound
// holds under a literal, so that the core of a refutation tells whether it was needed (5.3).
//
// As in the paper the bound is on the whole run: the recorded events that a violation leaves undone count as if they
// followed. Threads that have nothing to do with each other may follow each other at no cost.
#ifndef RADDLE_ENCODE_CONTEXT_H
#define RADDLE_ENCODE_CONTEXT_H

#include "encode/encoding.h"

typedef struct ContextBound ContextBound;

// With `every` smaller bounds can be assumed, too.
ContextBound *context_bound_create(Encoding *encoding, uint64_t bound, bool every);
void context_bound_free(ContextBound *bound);
// Assume it to be bounded by `limit`, which is at most the bound.
Literal context_bound_literal(const ContextBound *bound, uint64_t limit);
// After SOLVE_SATISFIED under the literal: false if the bound covers all that the encoding knows about order. Otherwise
// it did not but does now: solve again.
bool context_bound_extend(ContextBound *bound);

#endif
