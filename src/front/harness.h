// A program without a main of its own use: what calls its functions with arbitrary arguments (CallPlan).
#ifndef RADDLE_FRONT_HARNESS_H
#define RADDLE_FRONT_HARNESS_H

#include "base/call_plan.h"
#include "front/lower.h"

// Whether a plan can name the function: it is defined, is not main, and the number of its arguments is known.
bool harness_can_call(Lowering *lowering, LLVMValueRef function);

// Adds a function to the linked module of the program that does what the plan says, under the name of main; a main
// that the program has gets another name. False after appending to the errors why it cannot be done.
bool harness_make(Lowering *lowering, const CallPlan *plan);

#endif
