// One item of the exploration of paths: executes a run in a region, checks all its reorderings for violations, and finds the regions
// that are left to explore (Yi and Huang, algorithms 1 and 2). Depends on the item and the program alone, so that items can be done anywhere.
#ifndef RADDLE_ENGINE_EXPLORE_H
#define RADDLE_ENGINE_EXPLORE_H

#include "engine/execution.h"
#include "engine/prediction.h"
#include "engine/region.h"

typedef enum Exploration {
    EXPLORE_PATHS,          // MPC, strategy 2: every reachable path
    EXPLORE_PATHS_PRODUCTS, // MPC, strategy 1: combinations of the suffixes of one run; misses paths
    EXPLORE_READS,          // MCR: every reachable combination of values read, under one input
} Exploration;

// What does not change from item to item.
typedef struct Explorer {
    const EngineTask *task;
    Exploration kind;
    bool describe;        // for --dump=paths
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
    bool
        escaped; // a thread reached an object thought private to another: all must be done again with everything shared
    bool discarded; // an assumption did not hold
    bool pruned;    // it showed nothing new and was not looked at further
    uint64_t path;  // fingerprint
    LimitReason stopped;
    Statistics statistics;
    bool read_free_input, read_given_input, havocked, cut_loops;
    char input_name[64];
    Text unknown; // why something was not explored, or empty
    Text description;
    VECTOR(FoundViolation) violations;
    VECTOR(Child) children;
} Explored;

// A CrewWork: `item` is a WorkItem, `result` an Explored.
void explore_item(void *explorer, const Bytes *item, Bytes *result);
void explorer_free(Explorer *explorer);

void explored_put(const Explored *explored, Bytes *out);
// Fills a zeroed struct.
void explored_get(BytesReader *reader, Explored *out);
void explored_free(Explored *explored);

#endif
