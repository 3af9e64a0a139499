// What a verification counted. One row makes the field of the struct, the key in the JSON and the line in the text
// report.
#ifndef RADDLE_BASE_STATISTICS_H
#define RADDLE_BASE_STATISTICS_H

#include <stdint.h>

#include "base/bytes.h"

// X(kind, name, description); the kinds are COUNT (an integer), SECONDS and MEGABYTES (an integer, the largest value
// counts)
#define STATISTICS_TABLE(X)                                                  \
    X(COUNT, runs, "executions started, partial ones included")              \
    X(COUNT, pruned, "of those, cut short because nothing new could follow") \
    X(COUNT, paths, "distinct per-thread branch combinations")               \
    X(COUNT, interleavings, "leaves of the reachability tree")               \
    X(COUNT, failed, "of those, ended by a violation")                       \
    X(COUNT, iterations, "rounds of a refinement loop")                      \
    X(COUNT, events, "visible operations executed")                          \
    X(COUNT, steps, "steps taken, those that runs share once")               \
    X(COUNT, solver_calls, "questions asked of the solver")                  \
    X(COUNT, clauses, "clauses given to the solver")                         \
    X(SECONDS, encode_s, "time spent building formulas")                     \
    X(SECONDS, solver_s, "time spent in the solver")                         \
    X(SECONDS, time_s, "time from start to verdict")                         \
    X(MEGABYTES, memory_mb, "largest memory of the process")

#define STATISTICS_TYPE_COUNT uint64_t
#define STATISTICS_TYPE_SECONDS double
#define STATISTICS_TYPE_MEGABYTES uint64_t

typedef struct Statistics {
#define X(kind, name, description) STATISTICS_TYPE_##kind name;
    STATISTICS_TABLE(X)
#undef X
} Statistics;

// Adds the counts and times of `part` to `total`; of memory the larger is kept.
void statistics_add(Statistics *total, const Statistics *part);

// For messages between processes.
void statistics_put(const Statistics *statistics, Bytes *out);
void statistics_get(BytesReader *reader, Statistics *out);

// Sets time_s to the time since `started` (see clock_now) and memory_mb to the peak of the process so far.
void statistics_finish(Statistics *statistics, double started);

// Seconds of a clock that never goes back. Only differences mean anything.
double clock_now(void);

#endif
