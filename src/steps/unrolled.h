// A whole program for the step encoding: the trees of what its threads could do, and the variables they share.
#ifndef RADDLE_STEPS_UNROLLED_H
#define RADDLE_STEPS_UNROLLED_H

#include "base/none.h"
#include "encode/steps.h"
#include "steps/local_paths.h"

// A question of the StepProgram.
typedef struct UnrolledQuestion {
    uint32_t thread; // index into LocalProgram.threads, and of the StepProgram
    uint32_t node;
    bool violation; // else: a decision has another way, which is not in the tree
} UnrolledQuestion;

typedef struct UnrolledPlace {
    uint32_t node; // of the event that happens there; NONE: none
} UnrolledPlace;
typedef VECTOR(UnrolledPlace) UnrolledPlaces;

typedef struct Unrolled {
    const LocalProgram *local;
    StepProgram program;
    VECTOR(UnrolledPlaces) places; // by thread and place
    VECTOR(UnrolledQuestion) questions;
    uint32_t steps;
    bool retries; // somebody may wait in a loop: a thread that is blocked for ever looks the same
    const char *unknown;
} Unrolled;

// Fills a zeroed struct. `properties` are those asked about.
void unrolled_create(Unrolled *out, const LocalProgram *local, PropertyMask properties);
void unrolled_free(Unrolled *unrolled);

#endif
