// What whoever does items of work has from item to item: the master, and each worker a copy.
#ifndef RADDLE_PATHS_EXPLORER_H
#define RADDLE_PATHS_EXPLORER_H

#include "paths/known_runs.h"
#include "predict/prediction.h"
#include "run/engine.h"
#include "run/findings.h"

typedef enum ExplorationKind {
    EXPLORE_PATHS,        // MPC, strategy 2: every reachable path
    EXPLORE_COMBINATIONS, // MPC, strategy 1: combinations of the suffixes of one run; misses paths
    EXPLORE_READS,        // MCR: every reachable combination of values read, under one input
    EXPLORE_INPUT,        // trace-driven verification: every reachable path, under one input
} ExplorationKind;

typedef struct Explorer {
    const EngineTask *task;
    ExplorationKind kind;
    bool describe;        // for --dump=paths
    KnownRuns known;      // not used by EXPLORE_COMBINATIONS
    PlaceList found;      // violated places reported from here, so that they are not reported again
    FoundPlaces reported; // the same as the machine knows them
} Explorer;

// A CrewReceive: `update` is a list of KnownRun.
void explorer_receive(void *explorer, const Bytes *update);
void explorer_free(Explorer *explorer);

#endif
