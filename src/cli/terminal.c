#include "cli/terminal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/file.h"

enum { FILLED_LINE = 60 }; // a shorter one ends where it does on purpose

static void print_messages(const char *kind, const Text *text)
{
    for (const char *line = text_string(text); *line;) {
        size_t length = strcspn(line, "\n");
        if (length)
            fprintf(stderr, "raddle: %s: %.*s\n", kind, (int)length, line);
        line += length + (line[length] == '\n');
    }
}

void terminal_print_errors(const Text *text)
{
    print_messages("error", text);
}

void terminal_print_notes(const Text *text)
{
    print_messages("note", text);
}

static bool write_stubs(const Program *program, const char *path)
{
    Text text = {0}, error = {0};
    text_append(&text,
                "// What the program may call and raddle has no model of. Each function does nothing to what it is\n"
                "// given, and returns anything: say what it does, and give this file to raddle with the others.\n");
    text_append(&text, *program->stubs ? "#pragma clang diagnostic ignored \"-Wincompatible-library-redeclaration\"\n"
                                       : "// There is none.\n");
    text_append(&text, program->stubs);
    bool written = file_write_text(path, &text, &error);
    terminal_print_errors(&error);
    text_free(&error);
    text_free(&text);
    return written;
}

bool terminal_open_session(Session *session, const Options *options)
{
    Text errors = {0};
    SessionContext context = {.interrupt = limits_catch_signals(), .limits_loading = true};
    bool opened = session_open(session, options, &context, &errors);
    if (!opened && session->limits.reason == LIMIT_NONE)
        terminal_print_errors(&errors);
    text_free(&errors);
    if (opened && options->dump & DUMP_IR)
        program_print(session->program, stdout);
    if (opened && options->write_stubs && !write_stubs(session->program, options->write_stubs)) {
        session_close(session);
        return false;
    }
    return opened;
}

Program *terminal_load_traced(const TraceProgram *origin, const FrontPreparation *preparation)
{
    Text errors = {0};
    Program *program = session_load_traced(origin, preparation, NULL, NULL, &errors);
    if (!program)
        terminal_print_errors(&errors);
    text_free(&errors);
    return program;
}

void terminal_start_limits(Limits *limits, const Options *options)
{
    limits_start(limits, options->timeout, options->memory_limit);
    limits->interrupt = limits_catch_signals();
}

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

// Whether the terminal behind a stream understands more than lines.
static bool is_able(FILE *stream)
{
    const char *kind = getenv("TERM");
    return isatty(fileno(stream)) && !(kind && !strcmp(kind, "dumb"));
}

bool terminal_has_colors(const Options *options, FILE *stream)
{
    if (options->color != COLOR_AUTO)
        return options->color == COLOR_ALWAYS;
    if (is_set("NO_COLOR"))
        return false;
    const char *forced = getenv("CLICOLOR_FORCE");
    return (is_set("CLICOLOR_FORCE") && strcmp(forced, "0")) || is_able(stream);
}

bool terminal_shows_progress(const Options *options)
{
    return is_able(stderr) && !options->quiet;
}

// 0: it is no terminal.
static unsigned terminal_width(FILE *stream)
{
    struct winsize size;
    return isatty(fileno(stream)) && !ioctl(fileno(stream), TIOCGWINSZ, &size) ? size.ws_col : 0;
}

// Where what a line says begins: after the last gap of two spaces in its first half, or where it begins itself.
static size_t find_indent(const char *line, size_t width)
{
    size_t indent = strspn(line, " ");
    for (size_t i = indent; i < width / 2 && line[i]; i++)
        if (!strncmp(line + i, "  ", 2) && line[i + 2] != ' ')
            indent = i + 2;
    return indent;
}

static void append_folded(const char *line, size_t length, size_t width, Text *out)
{
    Text whole = {0};
    text_append_bytes(&whole, line, length);
    size_t indent = length > width ? find_indent(text_string(&whole), width) : 0;
    if (length > width) {
        text_append_bytes(out, line, indent);
        text_append_wrapped(out, text_string(&whole) + indent, indent, width);
    } else {
        text_format(out, "%s\n", text_string(&whole));
    }
    text_free(&whole);
}

// Whether the line was filled, and what it says goes on in the next one.
static bool goes_on(const char *line, size_t length)
{
    return length > FILLED_LINE && line[0] != ' ' && line[length - 1] != ':' && line[length] == '\n' &&
           islower((unsigned char)line[length + 1]);
}

bool terminal_print_folded(const char *text)
{
    size_t width = terminal_width(stdout);
    Text folded = {0}, error = {0}, paragraph = {0};
    for (const char *line = text; *line && width;) {
        size_t length = strcspn(line, "\n");
        text_append_bytes(&paragraph, line, length);
        if (paragraph.length > width && goes_on(line, length)) {
            text_append_character(&paragraph, ' ');
        } else {
            append_folded(text_string(&paragraph), paragraph.length, width, &folded);
            text_clear(&paragraph);
        }
        line += length + (line[length] == '\n');
    }
    if (!width)
        text_append(&folded, text);
    bool written = file_write_stream(stdout, "standard output", &folded, &error);
    terminal_print_errors(&error);
    text_free(&folded);
    text_free(&error);
    text_free(&paragraph);
    return written;
}

ReportOptions terminal_report_options(const Options *options, FILE *stream)
{
    unsigned width = terminal_width(stream);
    ReportOptions report = {.color = terminal_has_colors(options, stream), .detail = (TraceDetail)options->trace};
    if (options->verbose && !OPTION_GIVEN(options, trace))
        report.detail = TRACE_FULL;
    report.width = width ? width : 120;
    return report;
}

bool terminal_write_page(const Trace *trace, const char *headline, const Options *options)
{
    if (!options->html)
        return true;
    Text page = {0}, error = {0};
    report_html_run(trace, headline, &page);
    bool written = report_write_file(options->html, &page, &error);
    terminal_print_errors(&error);
    text_free(&error);
    text_free(&page);
    return written;
}
