// Sleep sets (Godefroid): a thread that was tried at a node sleeps in what follows the other choices there until a step is
// taken that depends on its own.
#ifndef RADDLE_TREE_SLEEPERS_H
#define RADDLE_TREE_SLEEPERS_H

#include "tree/tree.h"

// A thread that was tried at a node before, or at one above it, and nothing has been done since that depends on its
// step.
typedef struct Sleeper {
    uint32_t thread;
    bool rests; // its step changes nothing: it waits for what it looks at, and nothing is lost if it never goes on
    // Where memory is weak: it was tried after so many writes; if `renewed` there are others since that it may read, and
    // it sleeps only as far as older ones go.
    uint32_t writes;
    bool renewed;
    bool several;        // see TreeStep: it does not begin with the one read that there may be something new for
    Footprint footprint; // of the step it would take
} Sleeper;

typedef VECTOR(Sleeper) SleeperList; // at a node

// Whether the step of a choice changes nothing, whichever alternative is chosen.
bool choice_stands_still(const TreeChoice *choice);
// Adds those who sleep after the step that was taken from the parent, where `before` sleep.
void sleepers_inherit(SleeperList *sleepers, const SleeperList *before, const TreeNode *parent);
// Marks the choices of those who sleep.
void sleepers_mark(const SleeperList *sleepers, TreeNode *node);
void sleepers_wake_if_all_rest(SleeperList *sleepers, TreeNode *node);
void sleepers_free(SleeperList *sleepers);

#endif
