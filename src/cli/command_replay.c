// raddle replay: follows a recorded run or counterexample to the same end, and says where it diverges if the program changed.
#include <stdio.h>

#include "cli/commands.h"
#include "cli/session.h"
#include "engine/execution.h"

static int report_same_end(const Trace *trace, const Options *options)
{
    ReportOptions report = session_report_options(options, stdout);
    if (!options->quiet)
        report_trace_text(trace, &report, stdout);
    switch (trace->end) {
    case TRACE_VIOLATION: {
        Text line = {0};
        trace_append_verdict(trace, &line);
        puts(text_string(&line));
        text_free(&line);
        return STATUS_FALSE;
    }
    case TRACE_EXITED:
        printf("the run ends as recorded, with exit status %d\n", trace->exit_status);
        return trace->exit_status;
    case TRACE_DISCARDED:
        printf("the run is discarded as recorded: an assumption does not hold\n");
        return STATUS_UNKNOWN;
    case TRACE_UNKNOWN:
        break;
    }
    printf("UNKNOWN(%s)\n", trace->message);
    return STATUS_UNKNOWN;
}

int command_replay(const Options *options)
{
    Text error = {0};
    if (options->files.count != 1) {
        fprintf(stderr, "raddle: error: replay takes one file\n");
        return STATUS_USAGE;
    }
    Trace *trace = trace_load(options->files.data[0], &error);
    session_print_errors(&error);
    text_free(&error);
    Program *program = trace ? session_load_traced(&trace->program) : NULL;
    if (!program) {
        trace_free(trace);
        return STATUS_USAGE;
    }
    Limits limits;
    limits_start(&limits, options->timeout, options->memory_limit);
    bool followed;
    Trace *repeated = execution_repeat(program, trace, &limits, &followed);
    Text difference = {0};
    int status;
    if (trace_difference(trace, repeated, &difference)) {
        printf("the replay diverges from the recording at %s\n", text_string(&difference));
        puts("UNKNOWN(the program does not follow the recording)");
        status = STATUS_UNKNOWN;
    } else if (!followed) {
        puts("UNKNOWN(a recorded choice is not possible)");
        status = STATUS_UNKNOWN;
    } else {
        status = report_same_end(repeated, options);
    }
    text_free(&difference);
    trace_free(trace);
    trace_free(repeated);
    program_free(program);
    return status;
}
