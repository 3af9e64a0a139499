// What the files of the tree share.
#ifndef RADDLE_TREE_TREE_STATE_H
#define RADDLE_TREE_TREE_STATE_H

#include "tree/tree.h"

// tree_steps.c
// The inputs of the user; others are 0, or random if the policy says so.
TreeInputs *tree_create_inputs(const TreeSearch *search);
void tree_release_inputs(TreeInputs *inputs);
TouchRules tree_choose_rules(const TreeSearch *search);
// An EventSink: conditions go to the path, acts to the node whose step it is.
void tree_note_event(void *context, const Machine *machine, const Event *event);
// Around the execution of the step that node->choice says; `before` is the machine as it was, `after` as it is.
void tree_begin_step(TreeSearch *search, TreeNode *node, const Machine *machine);
void tree_end_step(TreeSearch *search, TreeNode *node, const Machine *before, const Machine *after);
void tree_clear_acts(TreeNode *node);
// Which inputs have been read after the step, or before the first (node NULL).
void tree_note_reads(TreeSearch *search, TreeNode *node, const Machine *machine);

// tree_ways.c
// Executes the first steps of the path with other inputs, under which the conditions so far hold.
Machine *tree_execute_path(TreeSearch *search, TreeInputs *inputs, uint32_t steps, EventSink *sink);
// Tries to go another way at one of the conditions from `first` on, the last ones first. False if there is none left.
bool tree_go_other_way(TreeSearch *search, uint32_t first);
// Adds what the solver has been asked since then to the statistics.
void tree_count_solving(TreeSearch *search, SolverStatistics since);
// One question about all checks of the run that have not been asked about.
void tree_ask_checks(TreeSearch *search);

// tree_deepening.c
// Explores the trees with 0, 1, 2, ... context switches up to the bound, and in between tries whether it holds with any
// number. Most errors show with few, and a tree with few is small.
void tree_deepen(TreeSearch *search);

// tree_helpers.c
void tree_begin_helpers(TreeSearch *search);
void tree_end_helpers(TreeSearch *search);
// Gives a part of the tree to a new process if one more may work. It may be that this call returns in that process, with a
// path that ends where the part begins.
void tree_offer_work(TreeSearch *search, uint64_t round);
// Takes over what those have found who do other choices at the node. False if there were none.
bool tree_await_helpers(TreeSearch *search, const TreeNode *node);
// The search is over: takes over what is needed of those who are left.
void tree_dismiss_helpers(TreeSearch *search);
// The end of a process that explores a part.
_Noreturn void tree_report_help(TreeSearch *search);

// tree.c
// Forgets the nodes from there on.
void tree_cut_path(TreeSearch *search, uint32_t count);
// Explores the tree. May be called again.
void tree_explore(TreeSearch *search);
// Whether policy->unbounded decides within so many steps: proves that nothing is violated however often threads change,
// or finds a violation with few enough changes.
bool tree_decide_unbounded(TreeSearch *search, uint64_t step_limit);
// A state that a step has led to; takes the machine. `from` is the node of the step, NULL at the root.
void tree_enter(TreeSearch *search, Machine *machine, TreeInputs *inputs, const TreeNode *from);
// A violation after so many steps of the path; `race`, or the one in which the machine ended.
void tree_report(TreeSearch *search, const Machine *machine, const Violation *race, uint32_t steps);

#endif
