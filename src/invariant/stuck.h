// Threads that go round a loop for nothing while nobody else can go on: they are stuck (doc/semantics.md), although each
// of them can make a step. At a place where that may be, clauses say that no round leads back to the very same state.
#ifndef RADDLE_INVARIANT_STUCK_H
#define RADDLE_INVARIANT_STUCK_H

#include "invariant/places.h"
#include "solve/horn.h"

// What a clause without head excludes (HornClause.about).
static inline uint64_t excluded_violation(Property property, uint32_t position)
{
    return (uint64_t)property << 32 | position;
}

// The predicates of `horn` are those of the places.
void stuck_add_clauses(const Places *places, Horn *horn);

#endif
