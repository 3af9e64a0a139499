// The tree of runs as they were found (after Yi and Huang, definition 3.3), for --dump=paths. A node is a run that was
// planned; its children are those that were planned because of it, and the negations of its decisions that were
// refuted.
#ifndef RADDLE_PATHS_PATH_TREE_H
#define RADDLE_PATHS_PATH_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vector.h"

typedef enum PathNodeState {
    PATH_NODE_OPEN,        // not explored
    PATH_NODE_UNREACHABLE, // the solver refuted it
    PATH_NODE_PATH,        // its run took a new path
    PATH_NODE_VIOLATED,    // and violated a property
    PATH_NODE_KNOWN,       // its run took a path that another run took too
    PATH_NODE_PRUNED,      // its run showed nothing new
    PATH_NODE_DISCARDED,   // an assumption did not hold
} PathNodeState;

typedef struct PathNode {
    uint64_t parent; // index; its own for the root
    PathNodeState state;
    Text label; // what distinguishes it from its siblings
    Text path;  // of its run
} PathNode;

typedef struct PathTree {
    VECTOR(PathNode) nodes; // by number; parents come before their children
} PathTree;

uint64_t path_tree_add(PathTree *tree, uint64_t parent, const char *label);
void path_tree_append_text(const PathTree *tree, Text *out);
void path_tree_append_graphviz(const PathTree *tree, Text *out);
void path_tree_free(PathTree *tree);

#endif
