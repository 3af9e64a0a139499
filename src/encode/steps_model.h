// A recorded run for the step encoding (Yang and Sakallah, sections 3.1 and 3.2): each thread has one place for each of
// its events, in a row.
#ifndef RADDLE_ENCODE_STEPS_MODEL_H
#define RADDLE_ENCODE_STEPS_MODEL_H

#include "base/property.h"
#include "encode/model.h"
#include "encode/steps.h"

// A question of the StepProgram.
typedef struct StepModelQuestion {
    uint32_t thread;
    uint32_t condition; // of the thread; UINT32_MAX: the thread was blocked when the run ended, and goes on
    bool violation;     // else it is a way off the path of the run, into code that it did not execute
} StepModelQuestion;

// The place of the event at some position of its thread has the number of that position.
typedef struct StepModel {
    StepProgram program; // uses the terms of the trace
    VECTOR(StepModelQuestion) questions;
    uint32_t steps;      // of the whole run
    const char *unknown; // what of the run it cannot express, NULL: nothing
} StepModel;

// Fills a zeroed struct. `properties` are those asked about.
void step_model_create(StepModel *out, const Model *model, PropertyMask properties);
void step_model_free(StepModel *model);

#endif
