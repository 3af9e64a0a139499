// Counterexamples with fewer context switches: the same violation at the same place with the same inputs, in an order
// that people can follow.
#ifndef RADDLE_RUN_MINIMISE_H
#define RADDLE_RUN_MINIMISE_H

#include "run/engine.h"

// What may be spent. Instructions make the result the same on every machine; time is for programs whose steps are slow.
typedef struct MinimiseBudget {
    uint64_t instructions; // of the machine; clones and starts count as some
    double seconds;
} MinimiseBudget;

// Replaces the counterexamples of a FALSE by ones that the machine has executed, that violate the same property at the
// same place by a message of the same kind, read the same inputs, and have at most as many context switches as
// --context-bound counts them, and as few as the budget allows to find. Answer, statistics and the order of the
// counterexamples stay. Does nothing with --no-minimise, after a limit was exceeded, and in a process that does not
// hold the verdict.
void minimise_verdict(const EngineTask *task, Verdict *verdict);

// The same for one counterexample, which is freed if another is returned. What is spent is taken off the budget.
Trace *minimise_trace(const EngineTask *task, Trace *trace, MinimiseBudget *budget);

#endif
