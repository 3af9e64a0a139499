// States that were explored before. A run that comes to one again ends there, and what was counted after it counts
// again.
#ifndef RADDLE_TREE_KNOWN_STATES_H
#define RADDLE_TREE_KNOWN_STATES_H

#include "base/map.h"
#include "base/vector.h"
#include "crew/shared_store.h"

#define KNOWN_COUNT_LIMIT ((uint64_t)1 << 62)

typedef struct KnownCounts {
    uint64_t ended, failed; // runs; from KNOWN_COUNT_LIMIT on: at least so many
    uint64_t cuts;          // how often something was left out because of the bound on context switches
} KnownCounts;

// At a node whose state becomes known when the node is left.
typedef struct KnownNode {
    uint64_t key[2];
    KnownCounts before; // when the node was entered
    uint32_t label;     // the policy's, for KnownStates.met_label
} KnownNode;

typedef struct KnownState {
    uint64_t key;      // KnownNode.key[1]
    KnownCounts found; // while all that can follow it was explored; of `cuts` only whether there were any
    uint32_t label;
} KnownState;

typedef struct KnownStates {
    Map numbers; // KnownNode.key[0] -> index in `states` + 1
    VECTOR(KnownState) states;
    SharedStore *shared; // KnownState of all processes that explore the tree; NULL: there is one only
    uint32_t met_label;  // of the state that known_states_meet found last
} KnownStates;

// Whether the state with node->key is known, with all that can follow. Then that is added to the counts, else the node
// begins with them.
bool known_states_meet(KnownStates *known, KnownNode *node, KnownCounts *counts);
// All that can follow the state was explored. `share`: the key means the same in all processes.
void known_states_add(KnownStates *known, const KnownNode *node, const KnownCounts *counts, bool share);
// Runs counted by two processes.
uint64_t known_states_add_up(uint64_t left, uint64_t right);
void known_states_free(KnownStates *known);

#endif
