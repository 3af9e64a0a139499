// An engine is a way to search. Call order: engine_find (or engine_at), then verify, once. verify fills a zeroed
// Verdict, prints nothing, and returns soon after a limit is exceeded. A FALSE it returns has been executed again from
// its inputs and choices.
#ifndef RADDLE_ENGINE_ENGINE_H
#define RADDLE_ENGINE_ENGINE_H

#include "base/limits.h"
#include "base/options.h"
#include "engine/verdict.h"
#include "ir/program.h"
#include "machine/machine.h"

// Told now and then what has been done so far.
typedef void ProgressSink(void *context, const char *engine, const Statistics *statistics);

typedef struct EngineTask {
    const Program *program;
    const Options *options;
    const TraceProgram *origin; // copied into counterexamples, so that they can be replayed
    MachineOptions machine;     // its `inputs` point to the plan made of --input
    Limits *limits;
    ProgressSink *progress; // may be NULL
    void *progress_context;
} EngineTask;

typedef struct Engine {
    const char *name;
    const char *summary;
    const char *source; // where the technique comes from
    bool parallel;      // it knows --jobs
    void (*verify)(const EngineTask *task, Verdict *verdict);
} Engine;

uint32_t engine_count(void);
const Engine *engine_at(uint32_t index);
const Engine *engine_find(const char *name); // NULL if there is none

extern const Engine engine_auto;
extern const Engine engine_enumerate;
extern const Engine engine_stress;
extern const Engine engine_predict;
extern const Engine engine_mpc;
extern const Engine engine_mcr;
extern const Engine engine_tdv;
extern const Engine engine_bmc;
extern const Engine engine_se;
extern const Engine engine_dpor;
extern const Engine engine_ag;
extern const Engine engine_lazy;
extern const Engine engine_record;
extern const Engine engine_uw;

#endif
