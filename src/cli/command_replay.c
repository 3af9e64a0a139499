// raddle replay: follows a recorded run or counterexample to the same end, and says where it diverges if the program
// changed.
#include <stdio.h>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "native/native.h"
#include "run/execution.h"
#include "run/guided_run.h"

// How the replay went: the last line that is printed, and the exit status.
typedef struct Ending {
    Text line;
    int status;
    bool met; // what was recorded has happened again
} Ending;

static void end_unknown(Ending *ending, const char *reason)
{
    text_format(&ending->line, "UNKNOWN(%s)", reason);
    ending->status = STATUS_UNKNOWN;
}

static void end_as_recorded(Ending *ending, const Trace *trace)
{
    ending->met = true;
    switch (trace->end) {
    case TRACE_VIOLATION:
        trace_append_verdict(trace, &ending->line);
        ending->status = STATUS_FALSE;
        return;
    case TRACE_EXITED:
        text_format(&ending->line, "the run ends as recorded, with exit status %d", trace->exit_status);
        ending->status = trace->exit_status;
        return;
    case TRACE_DISCARDED:
        text_append(&ending->line, "the run is discarded as recorded: an assumption does not hold");
        ending->status = STATUS_UNKNOWN;
        return;
    case TRACE_UNKNOWN:
        end_unknown(ending, trace->message);
        return;
    }
}

// Whether the wait that begins with an event ends without a signal.
static bool wakes_by_itself(const Trace *predicted, uint32_t wait)
{
    for (uint32_t i = wait + 1; i < predicted->events.count; i++) {
        const TraceEvent *event = &predicted->events.data[i];
        if (event->kind == EVENT_wake && event->thread == predicted->events.data[wait].thread)
            return event->unsignalled;
    }
    return false;
}

// The events of a predicted run as a way through the program.
static void make_guide(const Trace *predicted, Guide *guide)
{
    VECTOR(uint32_t) created = {0}, read = {0}; // by thread
    uint32_t count = predicted->thread_names.count;
    vector_resize(&created, count);
    vector_resize(&read, count);
    for (uint32_t i = 0; i < count; i++)
        vector_push(&guide->threads, (GuideThread){.creator = NO_THREAD});
    for (uint32_t i = 0; i < predicted->inputs.count; i++) {
        const TraceInput *input = &predicted->inputs.data[i];
        if (input->thread < count)
            vector_push(&guide->inputs.placed,
                        (PlacedInput){input->thread, read.data[input->thread]++, input->value, false});
    }
    for (uint32_t i = 0; i < predicted->events.count; i++) {
        const TraceEvent *event = &predicted->events.data[i];
        if (!event_kind_counts(event->kind))
            continue;
        if (event->kind == EVENT_create && event->other < count)
            guide->threads.data[event->other] = (GuideThread){event->thread, created.data[event->thread]++};
        uint32_t woken = event->kind == EVENT_signal ? event->other : NO_THREAD;
        uint32_t outcome = event->kind == EVENT_wake   ? event->value == 0
                           : event->kind == EVENT_wait ? wakes_by_itself(predicted, i)
                                                       : ANY_OUTCOME;
        vector_push(&guide->events, (GuideEvent){event->thread, event->index, woken, outcome});
    }
    guide->last = predicted->property == PROPERTY_DEADLOCK ? NO_THREAD : predicted->thread;
    guide->stop_at_race = predicted->property == PROPERTY_RACE;
    vector_free(&created);
    vector_free(&read);
}

// A predicted run has no choices yet. Finds them, and the inputs in the order in which they are read.
static void find_choices(const Program *program, Trace *predicted, Limits *limits)
{
    Guide guide = {0};
    make_guide(predicted, &guide);
    Facts *facts = facts_compute(program);
    MachineOptions options = execution_traced_options(&predicted->program, facts, &guide.inputs, limits);
    GuidedRun followed;
    guided_run_execute(&followed, program, &options, &guide, NULL, NULL);
    predicted->schedule.count = predicted->inputs.count = 0;
    for (uint32_t i = 0; i < followed.choices.count; i++)
        vector_push(&predicted->schedule, followed.choices.data[i]);
    uint32_t count;
    const InputValue *inputs = machine_inputs(followed.machine, &count);
    for (uint32_t i = 0; i < count; i++)
        vector_push(&predicted->inputs, (TraceInput){.value = inputs[i].value, .bits = inputs[i].bits});
    guided_run_free(&followed);
    facts_free(facts);
    guide_free(&guide);
}

// Of a prediction, a violation of the predicted property counts, wherever it shows: two threads are involved, and
// either may be named.
static void compare(const Trace *recorded, const Trace *repeated, bool followed, Ending *ending)
{
    Text difference = {0};
    if (recorded->predicted && (repeated->end != TRACE_VIOLATION || repeated->property != recorded->property)) {
        end_unknown(ending, "the execution does not meet the prediction");
    } else if (!recorded->predicted && trace_difference(recorded, repeated, &difference)) {
        printf("the replay diverges from the recording at %s\n", text_string(&difference));
        end_unknown(ending, "the program does not follow the recording");
    } else if (!recorded->predicted && !followed) {
        end_unknown(ending, "a recorded choice is not possible");
    } else {
        end_as_recorded(ending, repeated);
    }
    text_free(&difference);
}

static int report(const Trace *repeated, const Ending *ending, const Options *options)
{
    ReportOptions report = terminal_report_options(options, stdout);
    if (ending->met && !options->quiet)
        report_trace_text(repeated, &report, stdout);
    puts(text_string(&ending->line));
    return ending->status;
}

static int run_natively(const NativeReplay *native, const Program *program, const Trace *repeated)
{
    Text line = {0}, errors = {0};
    NativeEnding ending = native_run(native, program, repeated, &line, &errors);
    terminal_print_errors(&errors);
    printf("NATIVE: %s\n", text_string(&line));
    text_free(&line);
    text_free(&errors);
    switch (ending) {
    case NATIVE_SAME_VIOLATION:
        return STATUS_FALSE;
    case NATIVE_EXITED:
        return repeated->exit_status;
    case NATIVE_NOT_REPRODUCED:
        break;
    }
    return STATUS_UNKNOWN;
}

// What happens natively counts only if the machine does again what was recorded.
static int replay(Trace *trace, const Options *options, const NativeReplay *native)
{
    Program *program = terminal_load_traced(&trace->program, native ? &native->preparation : NULL);
    if (!program)
        return STATUS_USAGE;
    Limits limits;
    terminal_start_limits(&limits, options);
    bool followed;
    if (trace->predicted)
        find_choices(program, trace, &limits);
    Trace *repeated = execution_repeat(program, trace, &limits, &followed);
    Ending ending = {0};
    compare(trace, repeated, followed, &ending);
    bool written = terminal_write_page(repeated, text_string(&ending.line), options);
    int status = native && ending.met ? run_natively(native, program, repeated) : report(repeated, &ending, options);
    text_free(&ending.line);
    trace_free(repeated);
    program_free(program);
    return written ? status : STATUS_USAGE;
}

int command_replay(const Options *options)
{
    Text error = {0};
    if (options->files.count != 1) {
        fprintf(stderr, "raddle: error: replay takes one file\n");
        return STATUS_USAGE;
    }
    if (options->native_dir && !options->native) {
        fprintf(stderr, "raddle: error: --native-dir is for --native\n");
        return STATUS_USAGE;
    }
    int status = STATUS_USAGE;
    NativeReplay native;
    Trace *trace = trace_load(options->files.data[0], &error);
    if (trace && !options->native) {
        status = replay(trace, options, NULL);
    } else if (trace && native_open(&native, options, trace, &error)) {
        status = replay(trace, options, &native);
        native_close(&native);
    }
    terminal_print_errors(&error);
    text_free(&error);
    trace_free(trace);
    return status;
}
