// How executions begin: for each thread, the decisions it takes first. What a run did from its beginning to its end,
// and what a run that is planned will at least do, look the same here, so that it can be told whether a run has done
// what another is planned for.
#ifndef RADDLE_PATHS_BEGINNING_H
#define RADDLE_PATHS_BEGINNING_H

#include "base/bytes.h"
#include "paths/path.h"

// How far a thread has gone on its way is told by a level: 2 n + 1 if it has done n events, 2 n + 2 if it has also
// decided all that comes before the next one and was not stopped there, 0 if nothing is known.
typedef struct WayStep {
    PathPoint point;
    uint64_t value;
    uint64_t print; // of the decisions so far, with this one: equal for equal beginnings of ways
    uint32_t level; // at which it has been decided
    bool waits;     // it is where the thread was left waiting
    bool joins;     // `waits`: for the end of another thread
    bool fails;     // it is an assertion or assumption that stopped the thread
} WayStep;

// How one thread begins.
typedef struct Way {
    uint64_t thread; // ThreadPath.name
    VECTOR(WayStep) steps;
    uint32_t level; // that it reaches at least; of a run that was made, at its end
    // Behind the steps it comes to a decision with two ways, and does not take this one. It may not be a decision on
    // the other: an assumption that holds, a lock that is free.
    bool leaves;
    PathPoint left_point;
    uint64_t left_value;
    uint32_t left_level; // at which it has been decided
    // Of a run that was made, the numbers of steps that no execution takes otherwise as long as all else is as in the
    // run.
    VECTOR(uint32_t) firm;
} Way;

typedef struct Beginning {
    VECTOR(Way) ways;
} Beginning;

// What it decides up to a level.
Way way_begin(const ThreadPath *path, uint32_t level);
// The thread takes this decision otherwise, with `value` if it has more than two ways.
Way way_turn(const ThreadPath *path, const Decision *decision, uint64_t value);
// All of a path.
void beginning_of_path(const Path *path, Beginning *out);
void beginning_free(Beginning *beginning);

// The way of the thread, or NULL. Looks at `guess` first.
const Way *beginning_find(const Beginning *beginning, uint64_t thread, uint32_t guess);
// How many decisions the two ways have in common.
uint32_t way_agrees(const Way *way, const Way *other);
// Up to which level the way is one with that of a run that was made. If `made` is false the way is of a run that is
// planned, and it is taken to go on where it has to decide nothing.
uint32_t way_agrees_up_to(const Way *way, bool made, const Way *other);
// The way has the decisions before this one in common with the path that the decision is of: whether it then goes on
// otherwise.
bool way_takes_otherwise(const Way *way, const Decision *decision, uint32_t before);
// Whether the step with this number is firm.
bool way_is_firm(const Way *way, uint32_t step);
// Whether what begins like `whole` begins like `part`, too.
bool beginning_contains(const Beginning *whole, const Beginning *part);

// Whether a run that was made goes on where this one was stopped, and is like it otherwise.
bool beginning_continues(const Beginning *made, const Beginning *stopped);

// Whether a run that was stopped does not do what the other does where it has nothing to decide.
bool beginning_falls_short(const Beginning *stopped, const Beginning *made);

void beginning_put(const Beginning *beginning, Bytes *out);
// Fills a zeroed struct.
void beginning_get(BytesReader *reader, Beginning *out);

#endif
