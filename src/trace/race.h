// Data races on the run at hand: two accesses to the same byte, at least one of them a write, not both atomic, and
// neither ordered before the other by what the program did to order them. Works on the events of one run as they
// happen.
//
// What orders is said in machine/synchronise.h; beside that atomic accesses to the same address do, one after the other. A
// block from malloc (`allocate`; its value is the size) has no past.
#ifndef RADDLE_TRACE_RACE_H
#define RADDLE_TRACE_RACE_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/event.h"

typedef struct RaceDetector RaceDetector;

typedef struct RaceReport {
    uint32_t first_thread;
    uint32_t first_position; // Position id
    uint32_t second_thread;
    uint32_t second_position;
    uint64_t address; // of the second access
    uint32_t size;
    bool first_writes;
    bool second_writes;
} RaceReport;

RaceDetector *race_detector_create(void);
void race_detector_free(RaceDetector *detector);
void race_detector_event(RaceDetector *detector, const Event *event);
// The first race of the run. False, with `out` untouched, if there is none so far.
bool race_detector_found(const RaceDetector *detector, RaceReport *out);

#endif
