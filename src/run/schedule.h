// Ways to pick the next thread of a single run.
#ifndef RADDLE_RUN_SCHEDULE_H
#define RADDLE_RUN_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vector.h"
#include "machine/machine.h"

typedef enum ScheduleKind {
    SCHEDULE_UNTIL_BLOCKED, // a thread runs until it blocks, ends or yields; then the next one in the order of ids
    SCHEDULE_ROUND_ROBIN,   // one visible operation each
    SCHEDULE_RANDOM,
    SCHEDULE_PCT,      // probabilistic concurrency testing: random priorities, `depth` - 1 random points of change
    SCHEDULE_RECORDED, // the given choices
} ScheduleKind;

typedef struct Scheduler {
    ScheduleKind kind;
    uint64_t seed;
    uint64_t random;          // state of the generator
    uint32_t depth;           // PCT
    uint64_t expected_length; // PCT: steps among which the points of change are drawn
    uint64_t step;
    uint32_t last; // thread
    bool calm;     // random: nothing happens without a reason, no wait ends without a signal, no exchange fails
    VECTOR(uint64_t) priorities;
    VECTOR(uint64_t) changes; // PCT: steps at which the running thread's priority drops
    VECTOR(uint32_t) enabled; // random: the threads that can go on, while one is drawn
    VECTOR(Choice) loaded;    // of file:FILE
    const Choice *recorded;
    uint32_t recorded_count;
} Scheduler;

// Reads run-until-blocked, round-robin, random:SEED, pct:SEED,DEPTH, or file:FILE for the choices of a recorded run.
// NULL means run-until-blocked.
bool scheduler_parse(Scheduler *scheduler, const char *text, Text *error);
// Prepares for a run.
void scheduler_start(Scheduler *scheduler);
// Precondition: some thread can go on. False if a recorded choice is not possible in this state or there are no more.
bool scheduler_next(Scheduler *scheduler, const Machine *machine, Choice *choice);
void scheduler_free(Scheduler *scheduler);

#endif
