// Path prefixes (Yi and Huang, definition 3.1): for each thread the decisions that it takes first, and how far it comes
// at least. The path of a run that was made and what a run that is planned will do at least are both path prefixes, so
// that one can ask whether a run has done what another is planned for.
#ifndef RADDLE_PATHS_PATH_PREFIX_H
#define RADDLE_PATHS_PATH_PREFIX_H

#include "base/bytes.h"
#include "paths/path.h"

typedef struct PrefixDecision {
    PathPoint point;
    uint64_t value;
    uint64_t fingerprint; // of the decisions of its thread up to this one: equal where all of them are
    Progress progress;    // with which it has been taken
    bool waits;           // it is where the thread was left waiting
    bool joins;           // `waits`: for the end of another thread
    bool fails;           // it is an assertion or assumption that stopped the thread
} PrefixDecision;

// What one thread does first.
typedef struct ThreadPrefix {
    uint64_t thread; // ThreadPath.name
    VECTOR(PrefixDecision) decisions;
    Progress progress; // that it makes at least; of a run that was made, at its end
    // After the decisions the thread comes to one with two choices and does not take the one of these fields. What it
    // takes instead need not be a decision: an assumption that holds, a lock that is free.
    bool negates;
    PathPoint negated_point;
    uint64_t negated_value;
    Progress negated_progress; // with which the negation has been taken
    // Of a run that was made: the numbers of its decisions that no execution negates as long as all else is as in the
    // run.
    VECTOR(uint32_t) firm;
} ThreadPrefix;

typedef struct PathPrefix {
    VECTOR(ThreadPrefix) threads;
} PathPrefix;

// The decisions of a thread up to this progress.
ThreadPrefix thread_prefix_up_to(const ThreadPath *path, Progress progress);
// The decisions before this one, and its negation: `value`, if it has more than two choices.
ThreadPrefix thread_prefix_negating(const ThreadPath *path, const Decision *decision, uint64_t value);
// All of a path.
void path_prefix_of_path(const Path *path, PathPrefix *out);
void path_prefix_free(PathPrefix *prefix);

// What the thread does, or NULL. Looks at `guess` first.
const ThreadPrefix *path_prefix_find_thread(const PathPrefix *prefix, uint64_t thread, uint32_t guess);
// How many decisions the two have in common.
uint32_t thread_prefix_common_decisions(const ThreadPrefix *prefix, const ThreadPrefix *other);
// Up to which progress the thread does the same as in a run that was made, `other`. If `made` is false `prefix` is of a
// run that is planned, and is taken to go on where it has nothing to decide.
Progress thread_prefix_common_progress(const ThreadPrefix *prefix, bool made, const ThreadPrefix *other);
// `prefix` has the `before` decisions before this one in common with the path that the decision is of. Whether it then
// negates it.
bool thread_prefix_negates(const ThreadPrefix *prefix, const Decision *decision, uint32_t before);
// Whether the decision with this number is firm.
bool thread_prefix_is_firm(const ThreadPrefix *prefix, uint32_t decision);
// Whether every path that has the prefix `longer` has this one, too (definition 3.2).
bool path_prefix_subsumes(const PathPrefix *prefix, const PathPrefix *longer);

// Whether a run that was made goes on where this one was stopped, and is like it otherwise.
bool path_prefix_continues(const PathPrefix *made, const PathPrefix *stopped);

// Whether a run that was stopped does not do what the other does where it has nothing to decide.
bool path_prefix_falls_short(const PathPrefix *stopped, const PathPrefix *made);

void path_prefix_put(const PathPrefix *prefix, Bytes *out);
// Fills a zeroed struct.
void path_prefix_get(BytesReader *reader, PathPrefix *out);

#endif
