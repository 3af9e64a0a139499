// The state of an item of the exploration while it is done, and the calls between the files that do it. Private to
// explore*.c.
#ifndef RADDLE_PATHS_ITEM_EXPLORATION_H
#define RADDLE_PATHS_ITEM_EXPLORATION_H

#include "encode/questions.h"
#include "paths/explorer.h"
#include "paths/item_result.h"
#include "paths/item_run.h"

typedef struct Lives Lives; // explore_lives.c

// The item being done.
typedef struct ItemExploration {
    Explorer *explorer;
    const WorkItem *item;
    ItemRun run;
    ConcurrentTrace *concurrent;
    Path path; // of the run
    Encoding *encoding;
    Lives *lives;         // while there is an encoding
    LiteralList progress; // that a thread has made it, for each progress above 0 of each thread
    bool again;           // more negations are to be asked about, when the runs that were found have been explored
    ItemResult *out;
    MachineOptions concrete;
} ItemExploration;

// A decision of the run, and the question whether it can be negated when the other threads have come some way along
// their paths in the run.
typedef struct Negation {
    uint32_t thread;
    const Decision *decision;
    // What other runs do, made or planned: they negate this decision, with the value at hand, and the others make this
    // progress. Entry i has its progress at i times the number of threads; none contains another.
    VECTOR(uint64_t) covered_values;
    ProgressList covered_progress;
    bool closed; // nothing is left to ask about it
    Literal question;
    bool alone; // nobody else does anything after it
} Negation;

typedef VECTOR(Negation) NegationList;

// The progress of the thread at the end of the run.
Progress explore_last_progress(const ItemExploration *exploration, uint32_t thread);
// The most that the thread can make while another, which negates a decision, has not ended.
Progress explore_highest_progress(const ItemExploration *exploration, uint32_t negating, uint32_t thread);

// explore_children.c: new items.
// The schedule and input of the solution at hand, up to the decision that is negated.
void explore_make_guide(ItemExploration *exploration, const Negation *negation, Guide *guide);
// `value` is what the decision becomes. Takes over the guide.
void explore_add_child(ItemExploration *exploration, const Negation *negation, uint64_t value,
                       const ProgressList *progress, Guide *guide);
// No execution of events of this run negates the decision.
void explore_refute_child(ItemExploration *exploration, const Negation *negation);
// The item itself, once more.
void explore_add_again(ItemExploration *exploration);
void explore_label_child(const ItemExploration *exploration, const Negation *negation, Child *child);

// explore_cover.c: what known runs do.
void explore_find_covered(ItemExploration *exploration, NegationList *negations);
// Adds that a run negates the decision to this value while the others make this progress, unless that is covered
// already. False if nothing remains.
bool explore_cover(const ItemExploration *exploration, Negation *negation, uint64_t value,
                   const ProgressList *progress);

// explore_lives.c: what others use that may go by itself.
void explore_begin_lives(ItemExploration *exploration); // of the encoding; before it is solved
void explore_end_lives(ItemExploration *exploration);
// Looks at the solution at hand: true if something is used that is gone; that is then excluded from further solutions.
bool explore_refine_lives(ItemExploration *exploration);

// explore_negations.c: which decisions can be negated.
void explore_negate_decisions(ItemExploration *exploration);

// explore_strategy.c: from negations to children, asked in `exploration->encoding`.
void explore_find_children(ItemExploration *exploration, NegationList *negations);          // strategy 2
void explore_combine_suffixes(ItemExploration *exploration, const NegationList *negations); // strategy 1

#endif
