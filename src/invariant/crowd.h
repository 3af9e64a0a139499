// Threads without end: places with a crowd (machine/crowd.h) know one of the threads, and what the others may do meanwhile.
// Whatever thread does a step that others can tell, it is at a place where it is watched, and that place and the one that
// sees the step agree about everything but the two threads. So a step from there is taken under the predicates of both, in
// the way of rely-guarantee reasoning (Jones; Threader: Gupta, Popeea, Rybalchenko).
#ifndef RADDLE_INVARIANT_CROWD_H
#define RADDLE_INVARIANT_CROWD_H

#include "invariant/places.h"

// Finds anew what others may do at each place. The places that this leads to may be new, or have more variables.
void crowd_find_ways(Places *places);

// Two places that agree, the second one's watched thread as a guest of the first.
typedef struct CrowdPair {
    Situation situation; // `state` is the guest's, too
    Machine *state;
    VECTOR(PlaceVariable) variables;
    VECTOR(Term) guest_variables;
} CrowdPair;

// False if there is no such state; else it is to be freed.
bool crowd_pair(Places *places, uint32_t place, uint32_t guest_place, CrowdPair *pair);
void crowd_pair_free(CrowdPair *pair);

// Why threads might wait for each other for ever; NULL: they do not.
const char *crowd_may_deadlock(const Places *places);

#endif
