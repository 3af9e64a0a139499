// One program and what it takes to verify or run it: the way from options to a verdict that the command line and
// libraddle share. Nothing here prints; what is wrong is appended to a Text, one line per message.
#ifndef RADDLE_API_SESSION_H
#define RADDLE_API_SESSION_H

#include "base/arena.h"
#include "base/limits.h"
#include "base/options.h"
#include "run/engine.h"
#include "front/front.h"
#include "report/suppress.h"

typedef struct Session {
    Program *program;
    Facts *facts;
    TraceProgram origin;
    InputPlan inputs;
    Limits limits;
    Arena strings; // the contents of host files, in `origin`
    Suppressions suppressions;
    Reached *reached;       // what all runs of it together have come to
    MachineOptions machine; // points to the fields above: a session stays where it was opened
} Session;

// What a session does not own.
typedef struct SessionContext {
    const atomic_bool *interrupt; // see Limits; may be NULL
    Text *diagnostics;            // see FrontOptions; may be NULL
    bool limits_loading;          // the limits hold while the program is loaded, too
} SessionContext;

// The engine of the options. NULL if there is none, or if another option that is for engines only is wrong.
const Engine *session_choose_engine(const Options *options, Text *errors);

// What the options say of the program, for reports. The strings are the options'; the two lists are to be freed.
void session_describe_program(const Options *options, TraceProgram *origin);

// Starts the clock, loads the program and prepares its running. On failure nothing needs to be closed. `options` stay
// the caller's, and their strings must live as long as the session. If a limit was exceeded before that was done, it
// fails, too, and session->limits.reason tells which.
bool session_open(Session *session, const Options *options, const SessionContext *context, Text *errors);
void session_close(Session *session);

// Fills a zeroed Verdict, statistics included; it refers to the session. `progress` may be NULL. Can be called again.
void session_verify(Session *session, const Options *options, const Engine *engine, ProgressSink *progress,
                    void *progress_context, Verdict *verdict);

// Appends the functions that the files define and that can be called in place of main; see front_list_functions.
bool session_list_functions(const Options *options, Limits *limits, Arena *arena, FunctionList *functions,
                            Text *errors);

// Loads the program a trace was made with. NULL on failure. `preparation` (see FrontOptions) and `limits` may be NULL.
Program *session_load_traced(const TraceProgram *origin, const FrontPreparation *preparation, Limits *limits,
                             Text *diagnostics, Text *errors);

#endif
