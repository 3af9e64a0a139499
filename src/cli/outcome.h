// The end of a verification, for the commands that have a verdict.
#ifndef RADDLE_CLI_OUTCOME_H
#define RADDLE_CLI_OUTCOME_H

#include "base/options.h"
#include "engine/verdict.h"

// With --verbose, all counts.
void outcome_print_statistics(const Verdict *verdict, const Options *options);
// Writes the files that --json and its like ask for, prints what --dump asked of the engine, the counterexamples and
// the verdict line, and returns the exit status. `explanation`, if it is not empty, is printed below the
// counterexamples.
int outcome_report(const Verdict *verdict, const Options *options, const char *explanation);

#endif
