// Guided runs: the machine is driven so that given events happen in a given order.
#ifndef RADDLE_RUN_GUIDED_RUN_H
#define RADDLE_RUN_GUIDED_RUN_H

#include "run/engine.h"

#define ANY_OUTCOME UINT32_MAX

// An event to reach. Threads are named as in the trace the guide was made from.
typedef struct GuideEvent {
    uint32_t thread;
    uint32_t index; // in its thread
    uint32_t woken; // signal: the thread it wakes, NO_THREAD if none
    // Wait: 1 it will end without a signal. Wake: 0 its time is up, 1 it is not. Update: 0 it fails without reason.
    // ANY_OUTCOME: as it comes.
    uint32_t outcome;
} GuideEvent;

// Who creates whom: a thread is known by its creator and the number of threads that one created before, whatever its
// id.
typedef struct GuideThread {
    uint32_t creator;
    uint32_t ordinal;
} GuideThread;

typedef struct Guide {
    const Choice *prefix; // taken first; the events are those after them
    uint32_t prefix_count;
    VECTOR(GuideEvent) events;
    VECTOR(GuideThread) threads; // by thread id of the trace; entry 0 (main) is not looked at
    InputPlan inputs;
    uint32_t last; // the thread that takes one more step after the events, if it can; NO_THREAD: none
    bool stop_at_race;
} Guide;

typedef enum GuidedRunEnd {
    GUIDED_RUN_DONE,     // everything happened; the machine stands there, or has ended
    GUIDED_RUN_AT_RACE,  // with stop_at_race: two threads stand before conflicting accesses
    GUIDED_RUN_DIVERGED, // an event could not be reached
} GuidedRunEnd;

// What is known of a thread of the running machine.
typedef struct GuidedThread {
    uint32_t name;    // in the guide; NO_THREAD: not of the guide
    uint32_t created; // threads so far
    uint32_t events;  // happened so far
} GuidedThread;

// A run that was guided. It must not be moved in memory. The caller may have it go on by guided_run_step, which keeps
// `choices`.
typedef struct GuidedRun {
    GuidedRunEnd end;
    Machine *machine;
    Violation race; // GUIDED_RUN_AT_RACE
    VECTOR(Choice) choices;
    VECTOR(GuidedThread) threads; // by id of the machine
    VECTOR(uint32_t) ids;         // by name in the guide: id of the machine, NO_THREAD: not created
    // Private.
    const Guide *guide;
    MachineOptions options;
    InputPlan inputs; // the guide's, with the ids of this machine
    EventSink *sink;
    void *sink_context;
} GuidedRun;

// Fills `run`, to be freed with guided_run_free. Events are passed on to `sink` (may be NULL). What `options` points
// to and the guide must outlive it; the inputs are the guide's.
void guided_run_execute(GuidedRun *run, const Program *program, const MachineOptions *options, const Guide *guide,
                        EventSink *sink, void *sink_context);
void guided_run_step(GuidedRun *run, Choice choice);
void guided_run_free(GuidedRun *run);
void guide_free(Guide *guide);

#endif
