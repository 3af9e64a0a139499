// What the commands share: the program of the options, and what runs it.
#ifndef RADDLE_CLI_SESSION_H
#define RADDLE_CLI_SESSION_H

#include "base/limits.h"
#include "base/options.h"
#include "engine/engine.h"
#include "report/report.h"

typedef struct Session {
    Program *program;
    Facts *facts;
    TraceProgram origin;
    InputPlan inputs;
    Limits limits;
    MachineOptions machine;
} Session;

// Loads the program and prepares its running. On failure prints what is wrong and returns false.
bool session_open(Session *session, const Options *options);
void session_close(Session *session);

// Loads the program a trace was made with. NULL after printing what is wrong.
Program *session_load_traced(const TraceProgram *origin);

ReportOptions session_report_options(const Options *options, FILE *stream);
// Prints one message per line of `text`.
void session_print_errors(const Text *text);

#endif
