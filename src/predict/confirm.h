// What predict finds is executed by the machine before it is reported.
#ifndef RADDLE_PREDICT_CONFIRM_H
#define RADDLE_PREDICT_CONFIRM_H

#include "predict/prediction.h"
#include "run/findings.h"

typedef struct Execution {
    const EngineTask *task;
    MachineOptions concrete;
    Findings *findings;
    PlaceList settled;
} Execution;

// A ConfirmPrediction; the context is an Execution.
Confirmation confirm_by_execution(void *execution, const Predicted *predicted, Property *property,
                                  TracePosition *place);

// Adds what a run violates by itself, unless it needs more context switches than were given.
void execution_note_violation(Execution *execution, const Machine *machine, const Violation *race,
                              const Choice *choices, uint32_t count, uint32_t switches);

#endif
