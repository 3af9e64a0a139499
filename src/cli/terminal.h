// What commands print, and how wide and colourful.
#ifndef RADDLE_CLI_TERMINAL_H
#define RADDLE_CLI_TERMINAL_H

#include "api/session.h"
#include "report/report.h"

// session_open for a command: signals end the work, clang's diagnostics go to standard error, --dump=ir to standard
// output. On failure prints what is wrong, unless a limit is.
bool terminal_open_session(Session *session, const Options *options);
// session_load_traced in the same way.
Program *terminal_load_traced(const TraceProgram *origin, const FrontPreparation *preparation);
// limits_start for a command without a session.
void terminal_start_limits(Limits *limits, const Options *options);

// What --color says; by itself, what NO_COLOR, CLICOLOR_FORCE and TERM say, and whether the stream is a terminal.
bool terminal_has_colors(const Options *options, FILE *stream);
// Whether there is a line on standard error that can be written over.
bool terminal_shows_progress(const Options *options);
ReportOptions terminal_report_options(const Options *options, FILE *stream);
// Writes what --html asks for of a single run. False after printing what is wrong.
bool terminal_write_page(const Trace *trace, const char *headline, const Options *options);
// Prints text to standard output. On a terminal, lines that are longer than it is wide go on in the next one, at a word, below
// the column in which what they say begins. False if it cannot be written.
bool terminal_print_folded(const char *text);
// Print one message per line of `text`.
void terminal_print_errors(const Text *text);
void terminal_print_notes(const Text *text);

#endif
