#include "cli/session.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "front/front.h"

void session_print_errors(const Text *text)
{
    for (const char *line = text_string(text); *line;) {
        size_t length = strcspn(line, "\n");
        if (length)
            fprintf(stderr, "raddle: error: %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static const char *const data_models[] = {
    [DATA_MODEL_HOST] = "host", [DATA_MODEL_ILP32] = "ILP32", [DATA_MODEL_LP64] = "LP64"};

Program *session_load_traced(const TraceProgram *origin, const NativeOptions *native)
{
    Text errors = {0};
    FrontOptions front = {
        .files = origin->files.data,
        .file_count = origin->files.count,
        .clang_arguments = origin->clang_arguments.data,
        .clang_argument_count = origin->clang_arguments.count,
        .data_model = strcmp(origin->data_model, "host") ? origin->data_model : NULL,
        .check_overflow = (origin->properties & PROPERTY_BIT(PROPERTY_OVERFLOW)) != 0,
        .native = native,
    };
    Program *program = front_load(&front, &errors);
    if (!program)
        session_print_errors(&errors);
    text_free(&errors);
    return program;
}

static void describe_program(Session *session, const Options *options)
{
    TraceProgram *origin = &session->origin;
    for (uint32_t i = 0; i < options->files.count; i++)
        vector_push(&origin->files, options->files.data[i]);
    for (uint32_t i = 0; i < options->compiler_arguments.count; i++)
        vector_push(&origin->clang_arguments, options->compiler_arguments.data[i]);
    origin->data_model = data_models[options->data_model];
    origin->spurious_wakeups = options->spurious_wakeups;
    origin->malloc_may_fail = options->malloc_may_fail;
    origin->create_may_fail = options->create_may_fail;
    origin->extern_havoc = options->extern_mode == EXTERN_HAVOC;
    origin->unwind = OPTION_GIVEN(options, unwind) ? options->unwind : UINT64_MAX;
    origin->properties = options->property;
}

static bool read_inputs(Session *session, const Options *options)
{
    Text error = {0};
    bool read = true;
    for (uint32_t i = 0; i < options->input.count && read; i++)
        read = input_plan_add(&session->inputs, options->input.data[i], &error);
    session_print_errors(&error);
    text_free(&error);
    return read;
}

bool session_open(Session *session, const Options *options)
{
    *session = (Session){0};
    if (!options->files.count) {
        fprintf(stderr, "raddle: error: no file to work on\n");
        return false;
    }
    limits_start(&session->limits, options->timeout, options->memory_limit);
    describe_program(session, options);
    if (!read_inputs(session, options) || !(session->program = session_load_traced(&session->origin, NULL))) {
        session_close(session);
        return false;
    }
    session->facts = facts_compute(session->program);
    session->machine = (MachineOptions){
        .properties = options->property,
        .facts = session->facts,
        .inputs = &session->inputs,
        .limits = &session->limits,
        .spurious_wakeups = options->spurious_wakeups,
        .malloc_may_fail = options->malloc_may_fail,
        .create_may_fail = options->create_may_fail,
        .extern_havoc = options->extern_mode == EXTERN_HAVOC,
        .unwind = session->origin.unwind,
        .instruction_limit = OPTION_GIVEN(options, max_steps) ? options->max_steps : UINT64_MAX,
    };
    if (options->dump & DUMP_IR)
        program_print(session->program, stdout);
    return true;
}

void session_close(Session *session)
{
    facts_free(session->facts);
    program_free(session->program);
    vector_free(&session->origin.files);
    vector_free(&session->origin.clang_arguments);
    input_plan_free(&session->inputs);
}

ReportOptions session_report_options(const Options *options, FILE *stream)
{
    struct winsize size;
    bool terminal = isatty(fileno(stream));
    ReportOptions report = {.color = options->color == COLOR_ALWAYS ||
                                     (options->color == COLOR_AUTO && terminal && !getenv("NO_COLOR"))};
    if (terminal && !ioctl(fileno(stream), TIOCGWINSZ, &size))
        report.width = size.ws_col;
    else
        report.width = 120;
    return report;
}

bool session_write_page(const Trace *trace, const char *headline, const Options *options)
{
    if (!options->html)
        return true;
    Text page = {0}, error = {0};
    report_html_run(trace, headline, &page);
    bool written = report_write_file(options->html, &page, &error);
    session_print_errors(&error);
    text_free(&error);
    text_free(&page);
    return written;
}
