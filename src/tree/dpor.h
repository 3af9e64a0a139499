// Dynamic partial order reduction as a policy of the tree: the parts that the assertion-guided engine uses too.
#ifndef RADDLE_TREE_DPOR_H
#define RADDLE_TREE_DPOR_H

#include "tree/tree.h"

extern const TreePolicy dpor_policy;

bool dpor_enter(TreeSearch *search, TreeNode *node);
void dpor_stepped(TreeSearch *search, TreeNode *node, const Machine *before);
void dpor_leaf(TreeSearch *search, TreeLeaf leaf, const Machine *machine);
void dpor_free_data(TreeNode *node);

// From this node on, which is not on the path, the thread would do something, after other things have been done.
void dpor_find_later_races(TreeSearch *search, const TreeNode *node, uint32_t thread, const Touch *touch,
                           const Footprint *before);
// The threads that sleep at a node.
uint32_t dpor_sleeper_count(const TreeNode *node);
uint32_t dpor_sleeper(const TreeNode *node, uint32_t index);

#endif
