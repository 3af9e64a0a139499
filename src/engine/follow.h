// Guided execution: drives the machine so that given events happen in a given order.
#ifndef RADDLE_ENGINE_FOLLOW_H
#define RADDLE_ENGINE_FOLLOW_H

#include "engine/engine.h"

// An event to reach. Threads are named as in the trace the guide was made from.
typedef struct GuideEvent {
    uint32_t thread;
    uint32_t index; // in its thread
    uint32_t woken; // signal: the thread it wakes, UINT32_MAX if none
} GuideEvent;

// Who creates whom: a thread is known by its creator and the number of threads that one created before, whatever its id.
typedef struct GuideThread {
    uint32_t creator;
    uint32_t ordinal;
} GuideThread;

typedef struct Guide {
    VECTOR(GuideEvent) events;
    VECTOR(GuideThread) threads; // by thread id of the trace; entry 0 (main) is not looked at
    InputPlan inputs;
    uint32_t last; // steps once more after the events if the run goes on; UINT32_MAX: nobody
    bool stop_at_race;
} Guide;

typedef enum FollowEnd {
    FOLLOW_DONE,     // everything happened; the machine stands there, or has ended
    FOLLOW_RACE,     // with stop_at_race: two threads stand before conflicting accesses
    FOLLOW_DIVERGED, // an event could not be reached
} FollowEnd;

typedef struct Followed {
    FollowEnd end;
    Machine *machine; // owned by the caller
    Violation race;   // FOLLOW_RACE
    VECTOR(Choice) choices;
} Followed;

// `options` must outlive the machine and its `inputs` must be &guide->inputs.
Followed follow_guide(const Program *program, const MachineOptions *options, const Guide *guide);
void guide_free(Guide *guide);

#endif
