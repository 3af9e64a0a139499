// The state of an item of the exploration while it is done, and the calls between the files that do it. Private to explore*.c.
#ifndef RADDLE_ENGINE_EXPLORE_STATE_H
#define RADDLE_ENGINE_EXPLORE_STATE_H

#include "encode/questions.h"
#include "engine/explore.h"
#include "engine/explore_run.h"

// The item being done.
typedef struct Search {
    Explorer *explorer;
    const WorkItem *item;
    ExploreRun run;
    Region region; // of the item, with the thread ids of the run
    Model *model;
    Path path;
    VECTOR(uint32_t) run_levels; // how far each thread of the run kept to the region, as in Profile
    LiteralList level_literals;  // that a thread has reached them, those of thread 0 first
    ProfileList profiles;        // of the runs made for the region, this one included
    Encoding *encoding;
    Explored *out;
    MachineOptions concrete;
} Search;

// What a decision of the run means for the region.
typedef enum Standing {
    STANDS_FIXED, // it is as the region says
    STANDS_OPEN,  // the region does not say, or leaves several ways
    STANDS_WRONG, // here the run left the region, or did not get on as it should
    STANDS_BEHIND // it left before, and what it does now says nothing
} Standing;

// A decision of the run that is taken otherwise somewhere in the region, perhaps, and the question whether it can be.
typedef struct Turn {
    uint32_t thread;
    const Decision *decision;
    bool back; // into the region, which the run left here
    bool
        unexpected; // `back`: the region says nothing of a decision at this point, so the thread should just get past it
    bool must;      // `back`: it must become `value`
    uint64_t value;
    Literal question;
} Turn;

typedef VECTOR(Turn) TurnList;

// explore_standing.c: the region and the run.
// The thread of the run that has this name in the item; UINT32_MAX or beyond the threads of the model: there is none.
uint32_t explore_id_of(const Search *search, uint32_t name);
// Whether the constraint says something about this decision of the run.
bool explore_concerns(const PathConstraint *constraint, uint32_t thread, const Decision *decision);
// Called for each decision of a thread in order: `fixed` counts those that are as the region says, and is 0 at first.
Standing explore_judge(const Search *search, uint32_t id, const Decision *decision, uint32_t *fixed);
// How far the thread kept to the region, as in Profile.
uint32_t explore_find_level(const Search *search, uint32_t id);

// explore_children.c: new items.
void explore_label_child(const Search *search, uint32_t thread, const Decision *decision, Child *child);
// For the dump: the solver has refuted that the decision can be taken otherwise.
void explore_refute_child(Search *search, uint32_t thread, const Decision *decision);
void explore_begin_child(Search *search, Child *child);
// The schedule and input of the solution at hand, up to the decision that is taken otherwise.
void explore_make_guide(Search *search, uint32_t thread, const Decision *decision, Guide *guide);
// Fixes the way of a thread up to the decision, which it takes otherwise.
void explore_leave_path(const Search *search, Region *region, uint32_t thread, const Decision *decision);
// Fixes the way of a thread to its end.
void explore_fix_path(const Search *search, Region *region, uint32_t thread);
// The region in which the thread takes the turn; `so_far` is the region of the item with what its earlier children have to themselves.
void explore_add_child(Search *search, const Turn *turn, uint32_t level, const Region *so_far,
                       const ProfileList *profiles);

// explore_turns.c: which decisions can be taken otherwise.
void explore_turn_decisions(Search *search);

// explore_strategy.c: which of the turns make children, asked in `search->encoding`.
void explore_find_children(Search *search, const TurnList *turns); // strategy 2
void explore_find_products(Search *search, const TurnList *turns); // strategy 1

#endif
