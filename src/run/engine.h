// An engine is a way to search. Each says what it knows in a row of its own, in its file; who asks one goes through
// driver.h. A search fills zeroed Findings, prints nothing, and returns soon after a limit is exceeded. What it found
// has been executed again from its inputs and choices.
#ifndef RADDLE_RUN_ENGINE_H
#define RADDLE_RUN_ENGINE_H

#include "base/limits.h"
#include "base/options.h"
#include "run/verdict.h"
#include "ir/program.h"
#include "machine/machine.h"

// In the order of `raddle engines`.
#define ENGINE_TABLE(X) \
    X(auto)             \
    X(enumerate)        \
    X(stress)           \
    X(predict)          \
    X(mpc)              \
    X(mcr)              \
    X(tdv)              \
    X(bmc)              \
    X(se)               \
    X(dpor)             \
    X(ag)               \
    X(lazy)             \
    X(record)           \
    X(uw)               \
    X(invariant)        \
    X(abstract)         \
    X(deepen)

// Called now and then with what has been done so far.
typedef void ProgressSink(void *context, const char *engine, const Statistics *statistics);

typedef struct Findings Findings; // run/findings.h

// Whether a violation is not to be reported, and by whose will: appends that in words ("the comment at x.c:12").
typedef Suppressor SuppressionTest(void *context, const Trace *trace, Text *by);

typedef struct EngineTask {
    const Program *program;
    const Options *options;
    const TraceProgram *origin; // copied into counterexamples, so that they can be replayed
    MachineOptions machine;     // its `inputs` point to the plan made of --input
    Limits *limits;
    uint64_t run_limit;     // for engines that try one run after the other: give up after so many; 0: never
    ProgressSink *progress; // may be NULL
    void *progress_context;
    SuppressionTest *suppresses; // may be NULL
    void *suppression_context;
} EngineTask;

// Which values of an input that is not given an engine tries.
typedef enum EngineInputs { ENGINE_INPUTS_ALL, ENGINE_INPUTS_ONE, ENGINE_INPUTS_RANDOM } EngineInputs;

// For Engine.options.
#define HEEDS(field) OPTION_BIT(field)

typedef struct Engine {
    const char *name;
    const char *summary;
    const char *source;   // where the technique comes from
    const char *in_short; // what it goes through
    EngineInputs inputs;
    bool one_path; // it proves only where there is one path
    bool never_proves;
    bool never_finds;
    bool names_all_races;   // with --all; others end a path with the first race on it
    bool knows_weak_memory; // it tries every write that a read may see, where that is a choice of the machine
    OptionSet options;      // HEEDS bits: of the options that not all engines heed, those that it does
    unsigned dumps;         // DUMP bits
    void (*search)(const EngineTask *task, Findings *findings);
    // Instead of `search`: lets others search, and fills a zeroed verdict.
    void (*decide)(const EngineTask *task, Verdict *verdict);
} Engine;

#define X(name) extern const Engine engine_##name;
ENGINE_TABLE(X)
#undef X

#endif
