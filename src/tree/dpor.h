// Dynamic partial order reduction as a policy of the tree: the parts that the assertion-guided engine uses too.
#ifndef RADDLE_TREE_DPOR_H
#define RADDLE_TREE_DPOR_H

#include "order/clock.h"
#include "tree/sleepers.h"

// Of an act: what happens before it, and itself, as the number of the last such step of each thread; steps have numbers
// from 1. A thread that goes on to wait for another after its operation, and need
// not wait, does so in the same step; who knows of the operation does not know of the other thread.
typedef struct ActorClock {
    uint32_t thread;
    Clock clock;
} ActorClock;

// What the reduction keeps at a node. The record of a policy that uses it (TreeNode.data) begins with one.
typedef struct DporNode {
    SleeperList sleepers;
    VECTOR(uint32_t) last;     // by thread: the last step in which it did something; 0: none
    VECTOR(ActorClock) actors; // of the acts of the step taken from here (TreeStep.acts), the first of whoever steps
} DporNode;

extern const TreePolicy dpor_policy;

bool dpor_enter(TreeSearch *search, TreeNode *node);
void dpor_stepped(TreeSearch *search, TreeNode *node, const Machine *before);
void dpor_leaf(TreeSearch *search, TreeLeaf leaf, const Machine *machine);
void dpor_grant(TreeSearch *search, const TreeWish *wish);
void dpor_free_data(TreeNode *node);

// From this node on, which is not on the path, the thread would do something, after other things have been done.
void dpor_find_later_races(TreeSearch *search, const TreeNode *node, uint32_t thread, const Touch *touch,
                           const Footprint *before);
// The threads that sleep at a node.
uint32_t dpor_sleeper_count(const TreeNode *node);
uint32_t dpor_sleeper(const TreeNode *node, uint32_t index);

#endif
