// What the engines share: runs under observation, and executing a violation that was found again.
#ifndef RADDLE_RUN_EXECUTION_H
#define RADDLE_RUN_EXECUTION_H

#include "run/engine.h"
#include "trace/race.h"

// A run under observation: records the trace and, if asked for, looks for data races with vector clocks.
typedef struct Observer {
    TraceRecorder recorder;
    RaceDetector *races; // NULL: not asked for
} Observer;

Observer observer_create(const TraceProgram *origin, bool detect_races);
void observer_sink(void *observer, const Machine *machine, const Event *event); // an EventSink
// Completes the trace and hands it over. A race counts if nothing else was violated.
Trace *observer_finish(Observer *observer, const Machine *machine);

// Executes the choices with the inputs that `found` read, checks that the same violation appears (a difference is an
// internal error), and returns the trace. `found` has violated, or `race` is what was found in its current state.
Trace *execution_confirm(const EngineTask *task, const MachineOptions *machine_options, const Machine *found,
                         const Violation *race, const Choice *choices, uint32_t choice_count);

// The machine that a trace was recorded on.
MachineOptions execution_traced_options(const TraceProgram *origin, const Facts *facts, const InputPlan *inputs,
                                        Limits *limits);
// Follows `trace` with its inputs and choices on `program`. Returns the trace of what happened. Sets `followed` to
// false if a choice was not possible.
Trace *execution_repeat(const Program *program, const Trace *trace, Limits *limits, bool *followed);

// Whether going on with another thread is a context switch: not if creating or joining threads forces it, away from a
// thread that waits to join, from an ended thread to the one that joined it, or to a thread so new that nothing has
// happened since it was created. `last` ran before, NO_THREAD: nobody.
bool execution_counts_switch(const Machine *machine, uint32_t last, uint32_t thread, bool newborn);

// How often the thread changes in a recorded run, as --context-bound counts.
uint32_t execution_count_switches(const EngineTask *task, const MachineOptions *machine_options, const Trace *trace);

#endif
