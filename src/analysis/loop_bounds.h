// Loops that are seen to end.
#ifndef RADDLE_ANALYSIS_LOOP_BOUNDS_H
#define RADDLE_ANALYSIS_LOOP_BOUNDS_H

#include "analysis/definitions.h"

// Sets FlowBlock.may_stay where a block goes back to the head of a loop that is not seen to end.
void loop_bounds_find(Flow *flow, const Definitions *definitions);

#endif
