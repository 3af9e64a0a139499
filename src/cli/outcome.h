// The end of a verification, for the commands that have a verdict.
#ifndef RADDLE_CLI_OUTCOME_H
#define RADDLE_CLI_OUTCOME_H

#include "base/limits.h"
#include "base/options.h"
#include "cli/supervisor.h"
#include "run/verdict.h"

// With --verbose, all counts.
void outcome_print_statistics(const Verdict *verdict, const Options *options);
// Writes the files that --json and its like ask for, prints what --dump asked of the engine, the counterexamples and
// the verdict line, and returns the exit status. `explanation`, if it is not empty, is printed below the
// counterexamples; `supervision`, if it is not NULL, hears how far this is.
int outcome_report(const Verdict *verdict, const Options *options, const char *explanation, Supervision *supervision);

// The same for a verification that did not come so far as to have a verdict of its own.
int outcome_report_unknown(const Options *options, const char *reason, const Statistics *statistics,
                           Supervision *supervision);
// The same where the program was not loaded: because of a limit, or else, which has been said, of wrong usage.
int outcome_report_unloaded(const Options *options, const Limits *limits, Supervision *supervision);
// Only the files of that.
void outcome_write_unknown(const Options *options, const char *reason, const Statistics *statistics);

#endif
