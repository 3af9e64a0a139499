// Assertion-guided symbolic execution as a policy of the tree.
#ifndef RADDLE_TREE_AG_H
#define RADDLE_TREE_AG_H

#include "tree/tree.h"

extern const TreePolicy ag_policy;

#endif
