// Sleep sets (Godefroid): a thread that was tried at a node sleeps in what follows the other choices there until a step is
// taken that depends on its own.
#ifndef RADDLE_TREE_SLEEPERS_H
#define RADDLE_TREE_SLEEPERS_H

#include "tree/dpor.h"

// Whether the step of a choice changes nothing, whichever alternative is chosen.
bool choice_stands_still(const TreeChoice *choice);
// Those who sleep after the step that was taken from the parent.
void sleepers_inherit(DporNode *data, const TreeNode *parent);
// Marks the choices of those who sleep.
void sleepers_mark(TreeNode *node);
void sleepers_wake_if_all_rest(TreeNode *node);

#endif
