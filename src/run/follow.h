// Guided execution: drives the machine so that given events happen in a given order.
#ifndef RADDLE_RUN_FOLLOW_H
#define RADDLE_RUN_FOLLOW_H

#include "run/engine.h"

// An event to reach. Threads are named as in the trace the guide was made from.
#define ANY_OUTCOME UINT32_MAX

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
    VECTOR(GuideEvent) events;
    VECTOR(GuideThread) threads; // by thread id of the trace; entry 0 (main) is not looked at
    InputPlan inputs;
    uint32_t last; // steps once more after the events if the run goes on; NO_THREAD: nobody
    bool stop_at_race;
} Guide;

typedef enum FollowEnd {
    FOLLOW_DONE,     // everything happened; the machine stands there, or has ended
    FOLLOW_RACE,     // with stop_at_race: two threads stand before conflicting accesses
    FOLLOW_DIVERGED, // an event could not be reached
} FollowEnd;

// What is known of a thread of the running machine.
typedef struct FollowedThread {
    uint32_t name;    // in the guide; NO_THREAD: not of the guide
    uint32_t created; // threads so far
    uint32_t events;  // happened so far
} FollowedThread;

// A run that was guided. It must not be moved in memory; the machine may be stepped on by the caller (follow_step keeps
// `choices`).
typedef struct Followed {
    FollowEnd end;
    Machine *machine;
    Violation race; // FOLLOW_RACE
    VECTOR(Choice) choices;
    VECTOR(FollowedThread) threads; // by id of the machine
    VECTOR(uint32_t) ids;           // by name in the guide: id of the machine, NO_THREAD: not created
    // Private.
    const Guide *guide;
    MachineOptions options;
    InputPlan inputs; // the guide's, with the ids of this machine
    EventSink *sink;
    void *sink_context;
} Followed;

// Fills `followed`, to be freed with followed_free. Events are passed on to `sink` (may be NULL). What `options` points
// to and the guide must outlive it; the inputs are the guide's.
void follow_guide(Followed *followed, const Program *program, const MachineOptions *options, const Guide *guide,
                  EventSink *sink, void *sink_context);
void follow_step(Followed *followed, Choice choice);
void followed_free(Followed *followed);
void guide_free(Guide *guide);

#endif
