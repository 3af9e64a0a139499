// The last resort of a command that ends in a verdict. The command works in a process of its own; this one waits for
// it, passes signals on, and where the other has not ended a while after it should have (see supervisor.c), or dies,
// ends it and reports UNKNOWN in its place: verdict line, exit status and files. So a limit holds wherever the work
// hangs, and there is a verdict whatever happens to it.
#ifndef RADDLE_CLI_SUPERVISOR_H
#define RADDLE_CLI_SUPERVISOR_H

#include "base/options.h"
#include "run/verdict.h"

// How far the work is; shared between the two processes.
typedef struct Supervision Supervision;

typedef enum SupervisedStage {
    STAGE_SEARCH,
    STAGE_FILES, // the verdict is there, its files are being written
    STAGE_PRINT, // they are whole; what remains goes to standard output
    STAGE_DONE,  // the verdict line is printed
} SupervisedStage;

// `supervision` is NULL where the work is not supervised.
typedef int SupervisedCommand(const Options *options, Supervision *supervision);

// Returns the exit status of the command, or that of UNKNOWN. The command is called in this process, unsupervised,
// where a debugger looks on, in an MPI run, and where the system grants no second process.
int supervise(const Options *options, SupervisedCommand *command);

// For the command; `supervision` may be NULL. STAGE_FILES is the first to be reported, with the verdict.
void supervision_tell_verdict(Supervision *supervision, const Verdict *verdict);
void supervision_enter(Supervision *supervision, SupervisedStage stage);

#endif
