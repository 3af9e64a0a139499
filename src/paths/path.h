// The path of a recorded run: for each thread its decisions, in order. A decision is where the thread could have gone
// on otherwise: a branch, a value that was pinned, an operation with another outcome (trylock), an operation at which
// it was left waiting. Between two decisions a thread does the same in every run, on whatever values it reads, so that
// the decisions of all threads are the path of the run (Yi and Huang, definition 3.1).
#ifndef RADDLE_PATHS_PATH_H
#define RADDLE_PATHS_PATH_H

#include "encode/concurrent_trace.h"
#include "paths/progress.h"

// A place on the path of a thread: it has met so many conditions (Event.number) and done so many events. Ordered, by
// path_point_compare.
typedef struct PathPoint {
    uint32_t decided;
    uint32_t events;
} PathPoint;

typedef enum DecisionKind {
    DECISION_CONDITION, // a branch or pin
    DECISION_OUTCOME,   // of an operation that could have gone another way
    DECISION_RELEASE,   // the thread waits when the run ends: it could have gone on
} DecisionKind;

// The value of a RELEASE: no outcome of what the thread waits to do, which may be an attempt that an atomic section
// keeps it from.
enum { STILL_WAITS = 2 };

typedef struct Decision {
    DecisionKind kind;
    PathPoint point;
    uint64_t value;              // which choice was taken
    uint64_t fingerprint_before; // of the decisions of its thread before it
    uint32_t index;              // CONDITION: into the thread's conditions; OUTCOME: the event
    Term expression;             // CONDITION: what has the value; NO_TERM if it is not known
    uint32_t trace;              // index into Trace.events of where it was
    bool two_ways;               // there is one other choice
    bool fails;                  // CONDITION: an assertion or assumption that did not hold, and stopped the thread
    bool joins;                  // RELEASE: it waits for the end of another thread
} Decision;

typedef struct ThreadPath {
    uint64_t name;              // the same for this thread in all runs, whatever its id
    VECTOR(Decision) decisions; // by point
    uint64_t fingerprint;       // of all of them
    Progress progress;          // at its end
} ThreadPath;

typedef struct Path {
    VECTOR(ThreadPath) threads;
} Path;

int path_point_compare(PathPoint a, PathPoint b);
// With which the thread has taken the decision: a condition before the next event, all else with that event.
Progress path_decision_progress(const Decision *decision);
// Fills a zeroed Path.
void path_read(const ConcurrentTrace *concurrent, Path *out);
void path_free(Path *path);
// The fingerprint of decisions with one more after them.
uint64_t path_extend(uint64_t fingerprint, DecisionKind kind, PathPoint point, uint64_t value);
// Equal for runs whose threads took the same branches, and had the same outcomes of what they tried or waited for.
uint64_t path_fingerprint(const Trace *trace);
// "bank.c:12=1"
void path_describe_decision(const ConcurrentTrace *concurrent, const Decision *decision, uint64_t value, Text *out);

#endif
