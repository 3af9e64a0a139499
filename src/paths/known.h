// The beginnings of all runs of an exploration: of those made, all they did; of those planned, what they will do at
// least. Whatever begins like one of these need not be looked for again. The master has it, and each worker a copy,
// which may be behind: that costs questions, and nothing else.
#ifndef RADDLE_PATHS_KNOWN_H
#define RADDLE_PATHS_KNOWN_H

#include "paths/beginning.h"

typedef struct KnownRun {
    uint64_t node; // that it was planned as, in the tree of paths
    bool made;
    bool stopped;  // `made`: a thread of it did not come to its end
    bool counts;   // `made`: as a path, for known_count_paths
    uint64_t path; // `made`: path_fingerprint
    Beginning beginning;
} KnownRun;

typedef struct Known {
    VECTOR(KnownRun) runs;
    Map places; // index into `runs`, plus 1, of the run of a node
} Known;

void known_free(Known *known);
// A run that begins like this, or NULL: one that was made, or any.
const KnownRun *known_find(const Known *known, const Beginning *beginning, bool made);
// The run of the node, or NULL.
const KnownRun *known_run(const Known *known, uint64_t node);
// Takes over the beginning. A run that was made takes the place of its plan, if it did what was planned.
void known_add(Known *known, const KnownRun *run);

// How many paths the runs took that were made. One that was stopped, where another goes on, is none of its own.
uint64_t known_count_paths(const Known *known);

// News for copies of it.
void known_put_run(const KnownRun *run, Bytes *out);
void known_hear(Known *known, const Bytes *news);

#endif
