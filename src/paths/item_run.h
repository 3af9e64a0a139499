// The run of an item of work: guided to the end of the item's path prefix, then free.
#ifndef RADDLE_PATHS_ITEM_RUN_H
#define RADDLE_PATHS_ITEM_RUN_H

#include "paths/work_item.h"

typedef struct RunViolation {
    Property property;
    uint32_t position;
    uint32_t choices; // made up to it
} RunViolation;

typedef struct ItemRun {
    GuidedRun guided;
    Trace *trace;  // symbolic
    uint64_t path; // fingerprint
    VECTOR(RunViolation) violations;
    bool endless;      // it was given up, too long to be analysed
    Text repeated;     // what made it so long: "the loop at FILE:LINE"
    uint32_t position; // of the last event, as a Position id
    // Private.
    TraceRecorder recorder;
} ItemRun;

// `one_input`: inputs are concrete. `reads`: every value read is a decision, in place of the branches that depend on it
// (MCR).
void item_run_execute(ItemRun *run, const EngineTask *task, bool one_input, bool reads, const WorkItem *item);
void item_run_free(ItemRun *run);

// A run that has violated something, made again up to there by a machine that ends with what is violated first: that
// may be a deadlock, which the run passed.
typedef struct RepeatedRun {
    Machine *machine;
    VECTOR(Choice) choices;
    // Private.
    InputPlan inputs;
    MachineOptions options;
} RepeatedRun;

// Fills a zeroed struct, which must not be moved in memory.
void item_run_repeat(RepeatedRun *repeated, const ItemRun *run, const Program *program, const MachineOptions *concrete);
void repeated_run_free(RepeatedRun *repeated);

#endif
