// A recorded run for the step encoding (Yang and Sakallah, sections 3.1 and 3.2): each thread has one place for each of
// its events, in a row.
#ifndef RADDLE_ENCODE_RUN_STEPS_H
#define RADDLE_ENCODE_RUN_STEPS_H

#include "base/none.h"
#include "base/property.h"
#include "encode/concurrent_trace.h"
#include "encode/steps.h"

// A question of the StepProgram.
typedef struct RunStepsQuestion {
    uint32_t thread;
    uint32_t condition; // of the thread; NONE: the thread was blocked when the run ended, and goes on
    bool violation;     // else it is a way off the path of the run, into code that it did not execute
} RunStepsQuestion;

// The place of the event at some position of its thread has the number of that position.
typedef struct RunSteps {
    StepProgram program; // uses the terms of the trace
    VECTOR(RunStepsQuestion) questions;
    uint32_t steps;      // of the whole run
    const char *unknown; // what of the run it cannot express, NULL: nothing
} RunSteps;

// Fills a zeroed struct. `properties` are those asked about.
void run_steps_create(RunSteps *out, const ConcurrentTrace *concurrent, PropertyMask properties);
void run_steps_free(RunSteps *concurrent);

#endif
