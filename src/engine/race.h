// Engines side by side, each in a process of its own; the first that decides ends the race.
#ifndef RADDLE_ENGINE_RACE_H
#define RADDLE_ENGINE_RACE_H

#include "engine/engine.h"

enum { RACE_ENTRIES = 8 }; // at most

typedef struct RaceEntry {
    const Engine *engine;
    double delay; // seconds after which it begins
    bool leading; // it has a processor before those that are not, and the workers that the user wants
} RaceEntry;

// Fills a zeroed verdict. If nobody decides it is that of the first entry, or what the limit says. There must be no
// ranks of MPI waiting for work. Returns whether somebody has decided.
bool race_engines(const EngineTask *task, const RaceEntry *entries, uint32_t count, Verdict *verdict);

#endif
