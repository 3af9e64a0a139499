// One item of the exploration of paths: executes a run, checks all its reorderings for violations, and finds how its
// path can be left for one that no other run begins like (Yi and Huang, algorithms 1 and 2). Depends on the item, on
// the program and on what is known of other runs, so that items can be done anywhere.
#ifndef RADDLE_PATHS_EXPLORE_H
#define RADDLE_PATHS_EXPLORE_H

#include "run/engine.h"
#include "paths/known.h"
#include "predict/prediction.h"
#include "paths/work_item.h"

typedef enum Exploration {
    EXPLORE_PATHS,          // MPC, strategy 2: every reachable path
    EXPLORE_PATHS_PRODUCTS, // MPC, strategy 1: combinations of the suffixes of one run; misses paths
    EXPLORE_READS,          // MCR: every reachable combination of values read, under one input
    EXPLORE_INPUT,          // trace-driven verification: every reachable path, under one input
} Exploration;

// What does not change from item to item.
typedef struct Explorer {
    const EngineTask *task;
    Exploration kind;
    bool describe;        // for --dump=paths
    Known known;          // not used by EXPLORE_PATHS_PRODUCTS
    PlaceList found;      // violated places reported from here, so that they are not reported again
    FoundPlaces reported; // the same as the machine knows them
} Explorer;

// A run that violates: to be executed again by whoever hears of it.
typedef struct FoundViolation {
    bool race;
    VECTOR(Choice) choices;
    VECTOR(uint64_t) inputs; // in the order in which they are read
} FoundViolation;

typedef struct Child {
    Text label;  // which decision, for the dump
    bool exists; // else it was refuted: nothing reachable begins like this as far as this run tells
    WorkItem item;
} Child;

typedef struct Explored {
    uint64_t node;
    Coverage coverage;
    bool discarded;      // an assumption did not hold
    bool pruned;         // it showed nothing new and was not looked at further
    uint64_t path;       // fingerprint
    Beginning beginning; // of the run, to its end; empty if it was not looked at
    bool stopped_early;  // a thread did not come to its end
    // Planned runs that were taken to go on where they decide nothing. If one does not, this item is to be done again.
    VECTOR(uint64_t) relied;
    WorkItem item; // `relied`: this item
    LimitReason stopped;
    Statistics statistics;
    Text description;
    VECTOR(FoundViolation) violations;
    VECTOR(Child) children;
} Explored;

// A CrewWork: `item` is a WorkItem, `result` an Explored.
void explore_item(void *explorer, const Bytes *item, Bytes *result);
// A CrewHear.
void explore_hear(void *explorer, const Bytes *news);
void explorer_free(Explorer *explorer);

void explored_put(const Explored *explored, Bytes *out);
// Fills a zeroed struct.
void explored_get(BytesReader *reader, Explored *out);
void explored_free(Explored *explored);

#endif
