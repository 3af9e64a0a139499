// raddle replay: follows a recorded run or counterexample to the same end, and says where it diverges if the program changed.
#include <stdio.h>

#include "cli/commands.h"
#include "cli/session.h"
#include "engine/execution.h"
#include "engine/follow.h"

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

// The events of a predicted run as a way through the program.
static void make_guide(const Trace *predicted, Guide *guide)
{
    VECTOR(uint32_t) created = {0}, read = {0}; // by thread
    uint32_t count = predicted->thread_names.count;
    vector_resize(&created, count);
    vector_resize(&read, count);
    for (uint32_t i = 0; i < count; i++)
        vector_push(&guide->threads, (GuideThread){.creator = UINT32_MAX});
    for (uint32_t i = 0; i < predicted->inputs.count; i++) {
        const TraceInput *input = &predicted->inputs.data[i];
        if (input->thread < count)
            vector_push(&guide->inputs.placed, (PlacedInput){input->thread, read.data[input->thread]++, input->value, false});
    }
    for (uint32_t i = 0; i < predicted->events.count; i++) {
        const TraceEvent *event = &predicted->events.data[i];
        if (!event_kind_counts(event->kind))
            continue;
        if (event->kind == EVENT_create && event->other < count)
            guide->threads.data[event->other] = (GuideThread){event->thread, created.data[event->thread]++};
        uint32_t woken = event->kind == EVENT_signal ? event->other : UINT32_MAX;
        uint32_t outcome = event->kind == EVENT_wake ? event->value == 0 : UINT32_MAX;
        vector_push(&guide->events, (GuideEvent){event->thread, event->index, woken, outcome});
    }
    guide->last = predicted->property == PROPERTY_DEADLOCK ? UINT32_MAX : predicted->thread;
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
    Followed followed;
    follow_guide(&followed, program, &options, &guide, NULL, NULL);
    predicted->schedule.count = predicted->inputs.count = 0;
    for (uint32_t i = 0; i < followed.choices.count; i++)
        vector_push(&predicted->schedule, followed.choices.data[i]);
    uint32_t count;
    const InputValue *inputs = machine_inputs(followed.machine, &count);
    for (uint32_t i = 0; i < count; i++)
        vector_push(&predicted->inputs, (TraceInput){.value = inputs[i].value, .bits = inputs[i].bits});
    followed_free(&followed);
    facts_free(facts);
    guide_free(&guide);
}

// A violation of the predicted property counts, wherever it shows: two threads are involved, and either may be named.
static int report_prediction(const Trace *predicted, const Trace *repeated, const Options *options)
{
    if (repeated->end == TRACE_VIOLATION && repeated->property == predicted->property)
        return report_same_end(repeated, options);
    puts("UNKNOWN(the execution does not meet the prediction)");
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
    if (trace->predicted)
        find_choices(program, trace, &limits);
    Trace *repeated = execution_repeat(program, trace, &limits, &followed);
    Text difference = {0};
    int status;
    if (trace->predicted) {
        status = report_prediction(trace, repeated, options);
    } else if (trace_difference(trace, repeated, &difference)) {
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
