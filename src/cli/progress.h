// What is told while a verification works: a line on a terminal that is written over, or lines of JSON for other programs.
#ifndef RADDLE_CLI_PROGRESS_H
#define RADDLE_CLI_PROGRESS_H

#include "base/options.h"
#include "base/statistics.h"

enum { PROGRESS_COUNTS = 5 };

typedef struct Progress {
    const Options *options;
    double started;
    double shown; // when
    bool visible; // something stands on the line
    const char *engine;
    uint64_t counts[PROGRESS_COUNTS]; // of the engine, as they were shown: they never fall, whatever it begins anew
} Progress;

// `started` is clock_now() of the beginning.
void progress_start(Progress *progress, const Options *options, double started);
// Whether there is anybody to tell.
bool progress_is_wanted(const Progress *progress);
// A ProgressSink; the context is the Progress.
void progress_show(void *context, const char *engine, const Statistics *statistics);
// Takes the line away.
void progress_end(Progress *progress);

#endif
