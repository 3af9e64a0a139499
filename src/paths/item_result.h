// What comes back from an item of work: what its run found and depended on, and the runs that are to be made because of
// it.
#ifndef RADDLE_PATHS_ITEM_RESULT_H
#define RADDLE_PATHS_ITEM_RESULT_H

#include "paths/work_item.h"
#include "run/findings.h"

// A run that violates, for the master to execute again.
typedef struct FoundViolation {
    bool race;
    VECTOR(Choice) choices;
    VECTOR(uint64_t) inputs; // in the order in which they are read
} FoundViolation;

// A child of the item in the path tree.
typedef struct Child {
    Text label;     // which decision is negated, for the dump
    bool reachable; // else the solver refuted that events of this run lead there
    WorkItem item;  // `reachable`
} Child;

typedef struct ItemResult {
    uint64_t node;
    Coverage coverage;
    bool discarded;     // an assumption did not hold
    bool pruned;        // it showed nothing new and was not analysed further
    uint64_t path;      // fingerprint
    PathPrefix prefix;  // all of the path of the run; empty if it was not analysed
    bool stopped_early; // a thread did not come to its end
    // Planned runs that were taken to go on where they decide nothing. If one does not, this item is to be done again.
    VECTOR(uint64_t) relied;
    WorkItem item; // `relied`: this item
    LimitReason stopped;
    Statistics statistics;
    Text description;
    VECTOR(FoundViolation) violations;
    VECTOR(Child) children;
} ItemResult;

void item_result_put(const ItemResult *result, Bytes *out);
// Fills a zeroed struct.
void item_result_get(BytesReader *reader, ItemResult *out);
void item_result_free(ItemResult *result);

#endif
