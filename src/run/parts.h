// A search that gives parts of itself to forked processes (crew/team.h), and takes over what they find. Which part that is, and
// what else there is to report, is the search's business.
#ifndef RADDLE_RUN_PARTS_H
#define RADDLE_RUN_PARTS_H

#include "crew/team.h"
#include "run/findings.h"

typedef struct Part {
    const void *at;  // where it begins: the search says what that is
    uint32_t choice; // which of those there
    TeamHelper helper;
} Part;

typedef struct Parts {
    const EngineTask *task;
    Findings *findings;
    Team *team;         // NULL: nothing is given away
    VECTOR(Part) given; // in the order of time
    double next_offer;  // not before that time
    bool broken;        // one of them has died
    bool helping;       // this process does a part; the rest is about that
    double began;
    FindingsMark mark;
} Parts;

// With one job nothing is ever given away.
void parts_begin(Parts *parts, const EngineTask *task, Findings *findings);
void parts_end(Parts *parts);
// After a search that was stopped, and has nothing given away any more.
void parts_begin_again(Parts *parts);

// To be called in every round of the search. True if a part should be given away now. Sets `stopped` if the search is over because
// another process says so, or has died.
bool parts_look(Parts *parts, uint64_t round, bool *stopped);
// Forks. TEAM_HELPER: this is the new process, and `parts` is that of a search for the part.
TeamSide parts_give(Parts *parts, const void *at, uint32_t choice);
bool parts_are_given(const Parts *parts, const void *at);

// The end of a process that does a part, with what the search has to say beyond its findings. If it was stopped, all are.
_Noreturn void parts_report(Parts *parts, bool stopped, const Bytes *more);
// Waits for one of those given. What it found is taken over, and `more` is what it said beyond; it is empty if nothing came
// of it, and the search is stopped then.
Part parts_take(Parts *parts, uint32_t index, Bytes *more, bool *stopped);
// All that need not be waited for, of a search to which it does not matter when: what they say beyond findings is dropped.
void parts_take_ready(Parts *parts, bool *stopped);
// Whether a search that is over should still wait for those who are left: nothing is found yet that would suffice.
bool parts_matter(const Parts *parts);
// Ends those who are left.
void parts_drop(Parts *parts);

#endif
