// What the commands share: the program of the options, and what runs it.
#ifndef RADDLE_CLI_SESSION_H
#define RADDLE_CLI_SESSION_H

#include "base/limits.h"
#include "base/options.h"
#include "engine/engine.h"
#include "front/native.h"
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

// Loads the program a trace was made with; with `native`, if not NULL, also as a module for clang. NULL after printing what is
// wrong.
Program *session_load_traced(const TraceProgram *origin, const NativeOptions *native);

ReportOptions session_report_options(const Options *options, FILE *stream);
// Writes what --html asks for of a single run. False after printing what is wrong.
bool session_write_page(const Trace *trace, const char *headline, const Options *options);
// Prints one message per line of `text`.
void session_print_errors(const Text *text);

#endif
