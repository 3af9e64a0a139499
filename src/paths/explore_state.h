// The state of an item of the exploration while it is done, and the calls between the files that do it. Private to
// explore*.c.
#ifndef RADDLE_PATHS_EXPLORE_STATE_H
#define RADDLE_PATHS_EXPLORE_STATE_H

#include "encode/questions.h"
#include "paths/explore.h"
#include "paths/explore_run.h"

typedef struct Lives Lives; // explore_lives.c

// The item being done.
typedef struct Search {
    Explorer *explorer;
    const WorkItem *item;
    ExploreRun run;
    ConcurrentTrace *concurrent;
    Path path;
    Encoding *encoding;
    Lives *lives;       // while there is an encoding
    LiteralList levels; // that a thread has reached a level, for all levels above 0 of all threads
    bool again; // more ways to leave the path of the run are to be asked for, when those found have been explored
    Explored *out;
    MachineOptions concrete;
} Search;

// How far each thread goes along its path (see Way).
typedef VECTOR(uint32_t) LevelList;

// A decision of the run, and the question whether it can be taken otherwise when the other threads have gone some of
// the way that they went in the run.
typedef struct Turn {
    uint32_t thread;
    const Decision *decision;
    // What other runs do, made or planned: they take this decision otherwise, with the value at hand, and the others as
    // far as these levels. Entry i has its levels at i times the number of threads; none contains another.
    VECTOR(uint64_t) covered_values;
    LevelList covered_levels;
    bool closed; // all of it is covered
    Literal question;
    bool alone; // nobody else does anything after it
} Turn;

typedef VECTOR(Turn) TurnList;

// The level of the thread at the end of the run.
uint32_t explore_last_level(const Search *search, uint32_t thread);
// The level that the thread can reach while another has not ended.
uint32_t explore_highest_level(const Search *search, uint32_t turned, uint32_t thread);

// explore_children.c: new items.
// The schedule and input of the solution at hand, up to the decision that is taken otherwise.
void explore_make_guide(Search *search, const Turn *turn, Guide *guide);
// `value` is what the decision becomes. Takes over the guide.
void explore_add_child(Search *search, const Turn *turn, uint64_t value, const LevelList *levels, Guide *guide);
// No execution of events of this run takes the decision otherwise.
void explore_refute_child(Search *search, const Turn *turn);
// The item itself, once more.
void explore_add_again(Search *search);
void explore_label_child(const Search *search, const Turn *turn, Child *child);

// explore_cover.c: what need not be looked for.
void explore_find_covered(Search *search, TurnList *turns);
// Adds that others go so far, unless it is covered already. False if nothing remains.
bool explore_cover(const Search *search, Turn *turn, uint64_t value, const LevelList *levels);

// explore_lives.c: what others use that may go by itself.
void explore_begin_lives(Search *search); // of the encoding; before it is solved
void explore_end_lives(Search *search);
// Looks at the solution at hand: true if something is used that is gone, and it was seen to that this does not happen
// again.
bool explore_refine_lives(Search *search);

// explore_turns.c: which decisions can be taken otherwise.
void explore_turn_decisions(Search *search);

// explore_strategy.c: which of the turns make children, asked in `search->encoding`.
void explore_find_children(Search *search, TurnList *turns);       // strategy 2
void explore_find_products(Search *search, const TurnList *turns); // strategy 1

#endif
