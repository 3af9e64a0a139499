// What the engines share: executing a found violation again, and turning counts of what was cut into a verdict.
#ifndef RADDLE_ENGINE_EXECUTION_H
#define RADDLE_ENGINE_EXECUTION_H

#include "engine/engine.h"
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
// happened since it was created. `last` ran before, UINT32_MAX: nobody.
bool execution_counts_switch(const Machine *machine, uint32_t last, uint32_t thread, bool newborn);

// How often the thread changes in a recorded run, as --context-bound counts.
uint32_t execution_count_switches(const EngineTask *task, const MachineOptions *machine_options, const Trace *trace);

// The set of places found violated so far; true if the violation is at a new one.
typedef struct FoundPlaces {
    VECTOR(uint64_t) keys;
} FoundPlaces;
bool found_places_add(FoundPlaces *places, const Violation *violation);

// What the explored runs of a search depended on.
typedef struct Coverage {
    bool read_free_input;  // an input that nothing fixed: one of its values was tried
    bool read_given_input; // an input that the user fixed
    bool havocked;
    bool cut_loops;      // --unwind
    bool cut_switches;   // --context-bound
    bool ended;          // some run came to its end
    Text unknown;        // the first reason a run could not be finished, if any
    char input_name[64]; // of the first free input
} Coverage;

#define COVERAGE_HAVOCKED "a function without body was taken to return anything and do nothing"

void coverage_add(Coverage *coverage, const Machine *machine);
// For those who do not try every order in which threads end.
void coverage_add_last(Coverage *coverage, const Machine *machine);
// What other runs depended on.
void coverage_join(Coverage *coverage, const Coverage *other);
// The same of a recorded symbolic run, as far as the recording tells: in case of doubt it depended on more.
void coverage_add_trace(Coverage *coverage, const Trace *trace);
// For who looks at one order of threads and concludes on others: blocks that nobody has freed when the process ends may
// be lost in another order, and so may those of threads that are still running then.
void coverage_add_leaks(Coverage *coverage, const Trace *trace);
// The answer of a search that has tried all choices and found nothing. Once a limit is exceeded it cannot have.
void coverage_conclude(const Coverage *coverage, Limits *limits, Verdict *verdict);
void coverage_free(Coverage *coverage);

#endif
