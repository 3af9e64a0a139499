// Which steps of the path touched a place, so that who asks about it need not look at all of them.
#ifndef RADDLE_TREE_TOUCHED_STEPS_H
#define RADDLE_TREE_TOUCHED_STEPS_H

#include "base/map.h"
#include "tree/footprint.h"

enum { TOUCHED_CELLS = 3 }; // a touch that lies in more cells is kept, and asked about, with those of all places

typedef VECTOR(uint32_t) StepNumbers;

// Steps have numbers from 1. An empty one is all zeros.
typedef struct TouchedSteps {
    Map cells;                  // number of a cell of memory -> index in `lists`, + 1
    VECTOR(StepNumbers) lists;  // ascending; the first one has the steps that touched more cells than are told apart
    VECTOR(uint32_t) additions; // index in `lists`, for each number there, in the order in which they were added
    uint32_t count;             // steps so far
} TouchedSteps;

// From the last to the first.
typedef struct TouchedWalk {
    const StepNumbers *lists[TOUCHED_CELLS + 1]; // the first `count` of them
    uint32_t left[TOUCHED_CELLS + 1];            // how many numbers of each have not been passed
    uint32_t count;
    uint32_t next; // if `everything`
    bool everything;
} TouchedWalk;

// Forgets all but the first `count` steps.
void touched_steps_cut(TouchedSteps *touched, uint32_t count);
// Adds the step with this number, the next one.
void touched_steps_add(TouchedSteps *touched, uint32_t number, const Footprint *footprint);
void touched_steps_free(TouchedSteps *touched);

// Of the first `count` steps those whose touches may overlap with this one. Nothing may be added or cut meanwhile.
void touched_steps_begin(const TouchedSteps *touched, const Touch *touch, uint32_t count, TouchedWalk *walk);
// The number of the next one, each once; 0 at the end.
uint32_t touched_steps_next(TouchedWalk *walk);

#endif
