// The execution of an item of work: guided along the beginning of a path, then free.
#ifndef RADDLE_ENGINE_EXPLORE_RUN_H
#define RADDLE_ENGINE_EXPLORE_RUN_H

#include "engine/work_item.h"

typedef struct RunViolation {
    Property property;
    uint32_t position;
    uint32_t choices; // made up to it
} RunViolation;

typedef struct ExploreRun {
    Followed followed;
    Trace *trace;  // symbolic
    uint64_t path; // fingerprint
    VECTOR(RunViolation) violations;
    bool endless;      // it was given up, too long to be analysed
    uint32_t position; // of the last event, as a Position id
    // Private.
    TraceRecorder recorder;
} ExploreRun;

// `one_input`: inputs are concrete. `reads`: every value read is a decision, in place of the branches that depend on it (MCR).
void explore_run(ExploreRun *run, const EngineTask *task, bool one_input, bool reads, const WorkItem *item);
void explore_run_free(ExploreRun *run);

#endif
