// The tree of everything a program can do: which thread goes on (at a node), and which way a thread goes where that
// depends on the inputs (inside a step). Walked depth first over clones of the machine. Interleavings are explicit,
// inputs are symbols: a way that a thread did not go is asked for with the solver, and gone by executing the choices so
// far again with the inputs it answers.
//
// An engine is a policy: which threads are tried at a node, and what is learned when a step, a leaf or a node is done
// with.
#ifndef RADDLE_TREE_TREE_H
#define RADDLE_TREE_TREE_H

#include "analysis/slice.h"
#include "base/map.h"
#include "run/parts.h"
#include "solve/answers.h"
#include "tree/footprint.h"
#include "tree/known_states.h"
#include "tree/touched_steps.h"

// The inputs of some runs, counted by their nodes.
typedef struct TreeInputs {
    uint32_t references;
    InputPlan plan;
    MachineOptions options; // with this plan
} TreeInputs;

typedef VECTOR(InputValue) TreeReads;

// A thread that can go on at a node.
typedef struct TreeChoice {
    uint32_t thread;
    uint32_t alternatives;
    uint32_t next; // alternative
    bool wanted;   // to be tried; set by the policy
    bool asleep;   // not to be tried: whatever follows was or will be seen elsewhere; set by the policy
    bool several;  // see TreeStep; of one of the steps tried so far
    bool hides;    // a run ended in its step while others could have gone on; set by the policy
    bool rests;    // it sleeps because its step would change nothing; set by the policy
    bool renewed;  // only reads of what was written after the first `writes` are to be tried; set by the policy
    uint32_t writes;
    uint32_t still;      // of how many alternatives the step changed nothing; set by the policy
    Footprint footprint; // of the steps tried so far
} TreeChoice;

// Something that a thread did in a step, its own or one that it waited for.
typedef struct TreeAct {
    uint32_t thread;
    uint32_t after;   // a thread that created it, or that it has waited for; NO_THREAD: none
    uint32_t created; // NO_THREAD: none
    Footprint footprint;
} TreeAct;

// The step that was taken from a node last.
typedef struct TreeStep {
    Choice choice;
    uint32_t taken;           // index in TreeNode.choices
    uint32_t first_condition; // in TreeSearch.conditions: those met in it
    Footprint footprint;
    VECTOR(TreeAct) acts; // in their order
    TreeReads reads;      // all inputs read when it was done
    bool idle;            // it begins with an access that does not matter
    bool interrupts;      // the thread is interrupted by the handler of a signal
    bool several; // it is more than one operation, or was not done to its end: elsewhere it may touch other things
} TreeStep;

// One allocation: the records that `known` and `data` point to lie right after it.
typedef struct TreeNode {
    Machine *machine;
    TreeInputs *inputs;
    VECTOR(TreeChoice) choices;
    uint32_t last_thread; // that ran before, NO_THREAD at the root
    uint32_t switches;    // context switches so far
    uint64_t fingerprint; // key in TreeCycles.visited, if `tracked`
    TreeStep step;        // if `stepped`
    KnownNode *known;     // NULL unless the policy remembers states
    void *data;           // of the policy: TreePolicy.node_size bytes, zero at first; NULL if that is 0
    bool tracked;
    bool stepped; // a step was taken
    bool whole;   // no choice was left out because of a bound
    bool divided; // another process explores a part of what follows it
    bool yields;  // the only choice is a thread that yields, whose step nobody could notice so far
} TreeNode;

// A condition that held on the path. At a decision of a thread there may be several, with the same thread and number:
// one for each way that it did not go and that stops or violates, and one for the way that it went.
typedef struct TreeCondition {
    EventKind kind; // branch, pin, assume, check
    uint32_t thread;
    uint32_t number; // of those that the thread met
    Term term;
    Term rest; // what leads to ways not gone yet, if the conditions before hold
    // A branch on which nothing depends that matters: the other way is gone only if its condition excludes the inputs
    // of a way that matters.
    bool idle;
    bool current;      // met by the run that is on the path now, not by one that went another way here
    Property property; // check
    uint32_t position; // of the source
} TreeCondition;

typedef struct TreeSearch TreeSearch;

typedef VECTOR(uint32_t) ThreadList;

// What a process that explores a part of the tree asks of its parent, about a node that is on the path of both.
typedef enum TreeWishKind {
    WISH_BEGINNER, // one of `beginners` is to be tried there, if none is wanted or asleep; then it is `chosen`
    WISH_ALL,      // all are to be tried
    WISH_ANOTHER,  // somebody after whose step the run goes on
} TreeWishKind;
typedef struct TreeWish {
    TreeWishKind kind;
    uint32_t node;   // index in the path
    uint32_t chosen; // thread
    ThreadList beginners;
} TreeWish;

typedef enum TreeLeaf {
    TREE_ENDED,     // the process, or all threads are stuck
    TREE_VIOLATION, // reported already
    TREE_DISCARDED, // an assumption does not hold
    TREE_CYCLE,     // a state of the path again: TreeCycles.start is the node where it was
    TREE_ASLEEP,    // nothing is left to be tried that is not seen elsewhere
    TREE_CUT,       // by the policy
    TREE_KNOWN,     // a state that was seen before: the runs from there count again
} TreeLeaf;

// All but `name` may be NULL. Call order: enter for every node; then choices that are wanted and not asleep are taken
// in the order of the threads, each with all its outcomes; stepped after each step, before enter or leaf; leave when no
// choice is left.
typedef struct TreePolicy {
    const char *name;
    bool remembers;      // a state that was seen with the same conditions is counted, not explored again
    bool checks_at_leaf; // one question for all checks of a run, at its end
    // No question about checks, the policy asks: `violated` is there. States count as the same at the same depth only.
    bool records;
    bool slices;        // what nothing asked about depends on is neither gone the other way nor reordered
    bool random_inputs; // to begin with; else 0
    bool reduces;       // with partial order reduction
    bool generalises;   // what it learns of a step it takes to hold for other values in memory, too
    bool merges;        // accesses under a lock belong to the step before (machine/guards.h)
    bool twins;         // threads that are alike begin in one order (machine/twins.h)
    bool divides;       // what it learns in a part of the tree it need not know elsewhere, apart from wishes
    size_t node_size;   // of the record that it keeps at every node (TreeNode.data)
    // With a bound on context switches smaller ones are tried first, and this one, for a while, without any. NULL:
    // neither.
    const struct TreePolicy *unbounded;
    // Before and after a search, which may be begun again.
    void (*begin)(TreeSearch *search);
    void (*end)(TreeSearch *search);
    // A new node, which follows the last one of the path. Marks choices; without it all are wanted. False: the run is
    // cut here.
    bool (*enter)(TreeSearch *search, TreeNode *node);
    // The step of the last node was executed; `before` is the machine as it was.
    void (*stepped)(TreeSearch *search, TreeNode *node, const Machine *before);
    // The step of the last node changed nothing (machine_stands_still), and no condition was met in it: whether the run
    // need not go on after it.
    bool (*still)(TreeSearch *search, TreeNode *node);
    // A violation after the last step of the path: `race`, or the one in which the machine ended. Without this function
    // it is reported at once.
    void (*violated)(TreeSearch *search, const Machine *machine, const Violation *race);
    // The process has ended: whether it has ended like this before, so that the run counts as cut.
    bool (*ended)(TreeSearch *search, const Machine *machine);
    // The run ends after the last step of the path; `machine` is its end.
    void (*leaf)(TreeSearch *search, TreeLeaf leaf, const Machine *machine);
    // No choice is left; the node is no longer on the path.
    void (*leave)(TreeSearch *search, TreeNode *node);
    // Of a process that has explored a part of the tree, about a node on the path; there are none if it does not reduce.
    void (*grant)(TreeSearch *search, const TreeWish *wish);
    void (*free_data)(TreeNode *node); // what TreeNode.data points to; also of nodes at which a run was cut
} TreePolicy;

// States of the path, in which it may come round to itself.
typedef struct TreeCycles {
    Map visited;    // fingerprint -> depth of its node + 1, 0: no longer on the path
    uint32_t start; // TREE_CYCLE: depth of the node that was met again
} TreeCycles;

// How much of the tree is explored.
typedef struct TreeBounds {
    bool given;        // a bound on context switches
    bool looking;      // only for a violation, in a tree too large to be explored
    uint64_t switches; // the bound of the tree that is explored now
    uint64_t cuts;     // how often it cut something off in this tree
    uint64_t steps;    // taken in all trees
    uint64_t step_limit;
} TreeBounds;

// Something that makes the search shorter. Each run shows whether it is so; if it is not, all is done again.
typedef struct TreeAssumption {
    bool assumed;
    bool refuted; // it is not so
} TreeAssumption;

// The step that is executed now.
typedef struct TreeObservation {
    TreeNode *node;   // whose step it is; NULL: it is known already, or there is none
    bool idle_access; // it begins with an access that does not matter, which has not been met yet
} TreeObservation;

// A wish of a helper that has reported before the node where it began is gone on with.
typedef struct TreeLaterWish {
    const TreeNode *at;
    TreeWish wish;
} TreeLaterWish;

// Other processes that explore parts of the tree, and what this one is itself if it explores a part for another
// (tree_helpers.c).
typedef struct TreeHelpers {
    Parts parts;                 // at nodes; the rest is of a process that explores one
    uint32_t root, choice;       // it does this choice at this node, an index in the path
    VECTOR(TreeWish) wishes;     // about nodes up to the root
    VECTOR(TreeLaterWish) later; // in the order of time
    uint64_t steps, cuts;        // when it began
    SolverStatistics solver;     // the same
} TreeHelpers;

struct TreeSearch {
    const EngineTask *task;
    const TreePolicy *policy;
    void *data; // of the policy, made in `begin`
    Findings *findings;
    MachineOptions options; // without inputs
    TermTable *terms;
    InputSymbols symbols;
    Answers *answers; // whether the other ways can be gone
    Slice *slice;     // NULL: everything matters
    TouchRules touch_rules;
    TouchedSteps touched; // by the steps of the path; kept by the reduction, see dpor_stepped
    VECTOR(TreeNode *) path;
    VECTOR(TreeCondition) conditions; // of the path
    VECTOR(uint32_t) born;            // by thread: the number of steps when it was created
    TreeReads root_reads;             // inputs read before the first step
    TreeCycles cycles;
    KnownStates known;
    TreeBounds bounds;
    TreeAssumption local; // what is asked about depends on no shared state: one order of threads is as good as another
    TreeAssumption last;  // who ends the process has outlived all others: they have been joined
    TreeObservation observed;
    TreeHelpers helpers;
    bool reduces;      // the policy does, and no bound forbids it
    bool exit_matters; // whether it makes a difference when the process ends: the order of everything does then
    bool enough;       // the policy needs no more of the tree
    bool stopped;
};

// Whether what the thread does now, or stands before, may matter.
bool tree_matters(const TreeSearch *search, const Machine *machine, uint32_t thread);
// Whether a thread may still come to something that matters.
bool tree_leads_on(const TreeSearch *search, const Machine *machine, uint32_t thread);
// Whether inputs exist under which the path is as it is and the condition holds in the end.
SolveResult tree_ask(TreeSearch *search, Term condition);

// The step of the thread that yields at a node can be noticed: the others may also come before it. `depth` is the
// number of steps that lead to the node.
void tree_collect_others(TreeSearch *search, TreeNode *node, uint32_t depth);

// Whether the node, an index in the path, is also on the path of the process for which this one explores a part. What is to
// be tried there is for that one to say.
bool tree_is_shared(const TreeSearch *search, uint32_t index);
// Reports the wish to it; the list is copied.
void tree_wish(TreeSearch *search, const TreeWish *wish);

// Executes the path again, which has led to a violation.
Trace *tree_confirm_path(const TreeSearch *search, const Machine *machine, const Violation *race);
// Confirms and reports a violation that the choices led to; `race`, or the one in which the machine ended.
void tree_report_choices(TreeSearch *search, const Machine *machine, const Violation *race, const Choice *choices,
                         uint32_t count);

void tree_search(const EngineTask *task, const TreePolicy *policy, Findings *findings);

#endif
