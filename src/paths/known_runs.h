// The path prefixes of all runs of an exploration: of those made, all of their paths; of those planned, what they will
// do at least. A path prefix that subsumes one of these need not be looked for again. The master has them, and each
// worker a copy, which may lack some: that costs questions, and nothing else.
#ifndef RADDLE_PATHS_KNOWN_RUNS_H
#define RADDLE_PATHS_KNOWN_RUNS_H

#include "paths/path_prefix.h"

typedef struct KnownRun {
    uint64_t node; // that it was planned as, in the tree of paths
    bool made;
    bool stopped;  // `made`: a thread of it did not come to its end
    bool counts;   // `made`: as a path, for known_runs_count_paths
    uint64_t path; // `made`: path_fingerprint
    PathPrefix prefix;
} KnownRun;

typedef struct KnownRuns {
    VECTOR(KnownRun) runs;
    Map places; // index into `runs`, plus 1, of the run of a node
} KnownRuns;

void known_runs_free(KnownRuns *known);
// A run that has this prefix, or NULL: one that was made, or any.
const KnownRun *known_runs_find(const KnownRuns *known, const PathPrefix *prefix, bool made);
// The run of the node, or NULL.
const KnownRun *known_runs_find_node(const KnownRuns *known, uint64_t node);
// Takes over the prefix. A run that was made takes the place of its plan, if it did what was planned.
void known_runs_add(KnownRuns *known, const KnownRun *run);

// How many paths the runs took that were made. One that was stopped, where another goes on, is none of its own.
uint64_t known_runs_count_paths(const KnownRuns *known);

// Updates for copies: runs, one after the other.
void known_run_put(const KnownRun *run, Bytes *out);
void known_runs_update(KnownRuns *known, const Bytes *update);

#endif
