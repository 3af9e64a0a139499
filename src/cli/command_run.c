// raddle run: one run under a chosen schedule and input. The program's output goes to standard output and error,
// raddle's own words to standard error, and the exit status is the program's if it ends by itself.
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "run/execution.h"
#include "run/schedule.h"

typedef struct Run {
    Session session;
    Scheduler scheduler;
    Trace *recorded; // --schedule=file:FILE
} Run;

static bool choose_schedule(Run *run, const Options *options)
{
    Text error = {0};
    bool chosen = true;
    if (options->schedule && !strncmp(options->schedule, "file:", 5)) {
        run->recorded = trace_load(options->schedule + 5, &error);
        chosen = run->recorded != NULL;
        run->scheduler.kind = SCHEDULE_RECORDED;
        if (chosen) {
            run->scheduler.recorded = run->recorded->schedule.data;
            run->scheduler.recorded_count = run->recorded->schedule.count;
        }
    } else {
        chosen = scheduler_parse(&run->scheduler, options->schedule, &error);
    }
    terminal_print_errors(&error);
    text_free(&error);
    return chosen;
}

// Runs to the end, or to the end of a recorded schedule.
static Machine *execute(Run *run, Observer *observer)
{
    scheduler_start(&run->scheduler);
    Machine *machine =
        observer ? machine_create_observed(run->session.program, &run->session.machine, observer_sink, observer)
                 : machine_create(run->session.program, &run->session.machine);
    while (machine_status(machine) == MACHINE_RUNNING && limits_exceeded(&run->session.limits) == LIMIT_NONE) {
        Choice choice;
        if (!scheduler_next(&run->scheduler, machine, &choice))
            break;
        if (observer)
            trace_record_choice(&observer->recorder, choice);
        machine_step(machine, choice);
    }
    return machine;
}

static void print_counts(const Machine *machine)
{
    Text line = {0};
    text_append_count(&line, machine_instruction_count(machine), "instruction");
    text_append(&line, ", ");
    text_append_count(&line, machine_event_count(machine), "event");
    text_append(&line, ", ");
    text_append_count(&line, machine_thread_count(machine), "thread");
    fprintf(stderr, "raddle: %s\n", text_string(&line));
    text_free(&line);
}

static int report_end(const Run *run, const Machine *machine, const Trace *trace, const Options *options)
{
    fwrite(text_string(machine_output(machine, 1)), 1, machine_output(machine, 1)->length, stdout);
    fwrite(text_string(machine_output(machine, 2)), 1, machine_output(machine, 2)->length, stderr);
    fflush(stdout);
    if (options->verbose)
        print_counts(machine);
    if (trace && trace->end == TRACE_VIOLATION) {
        ReportOptions report = terminal_report_options(options, stderr);
        if (!options->quiet)
            report_trace_text(trace, &report, stderr);
        Text line = {0};
        trace_append_verdict(trace, &line);
        fprintf(stderr, "%s\n", text_string(&line));
        text_free(&line);
        return STATUS_FALSE;
    }
    switch (machine_status(machine)) {
    case MACHINE_EXITED:
        return machine_exit_status(machine);
    case MACHINE_DISCARDED:
        fprintf(stderr, "raddle: an assumption does not hold; the run is discarded\n");
        return STATUS_UNKNOWN;
    case MACHINE_RUNNING: {
        LimitReason reason = ((const Limits *)&run->session.limits)->reason;
        fprintf(stderr, "UNKNOWN(%s)\n",
                reason == LIMIT_NONE ? "the recorded schedule does not fit the program" : limits_reason_text(reason));
        return STATUS_UNKNOWN;
    }
    default:
        fprintf(stderr, "UNKNOWN(%s)\n", machine_unknown_reason(machine));
        return STATUS_UNKNOWN;
    }
}

static void append_headline(const Trace *trace, Text *out)
{
    switch (trace->end) {
    case TRACE_VIOLATION:
        trace_append_verdict(trace, out);
        return;
    case TRACE_EXITED:
        text_format(out, "the run ends with exit status %d", trace->exit_status);
        return;
    case TRACE_DISCARDED:
        text_append(out, "the run is discarded: an assumption does not hold");
        return;
    case TRACE_UNKNOWN:
        text_format(out, "UNKNOWN(%s)", trace->message);
        return;
    }
}

// `trace` may be NULL if no file is asked for.
static bool write_files(const Trace *trace, const Options *options)
{
    Text error = {0};
    bool written = true;
    if (options->record)
        written = trace_save(trace, options->record, &error);
    if (written && options->json) {
        Text json = {0};
        trace_append_json(trace, &json);
        text_append_character(&json, '\n');
        written = report_write_file(options->json, &json, &error);
        text_free(&json);
    }
    terminal_print_errors(&error);
    text_free(&error);
    if (written && options->html) {
        Text headline = {0};
        append_headline(trace, &headline);
        written = terminal_write_page(trace, text_string(&headline), options);
        text_free(&headline);
    }
    return written;
}

int command_run(const Options *options)
{
    Run run = {0};
    if (!choose_schedule(&run, options))
        return STATUS_USAGE;
    if (!terminal_open_session(&run.session, options)) {
        trace_free(run.recorded);
        if (run.session.limits.reason == LIMIT_NONE)
            return STATUS_USAGE;
        fprintf(stderr, "UNKNOWN(%s)\n", limits_reason_text(run.session.limits.reason));
        return STATUS_UNKNOWN;
    }
    InputPlan recorded_inputs = {0};
    if (run.recorded && !options->input.count) {
        trace_input_plan(run.recorded, &recorded_inputs);
        run.session.machine.inputs = &recorded_inputs;
    }
    run.session.machine.keep_output = true;
    if (OPTION_GIVEN(options, seed)) {
        run.session.inputs.random = true;
        run.session.inputs.seed = options->seed;
    }
    bool races = (options->property & PROPERTY_BIT(PROPERTY_RACE)) != 0;
    bool recording = options->record || options->json;
    bool observe = recording || races || options->html;
    Observer observer;
    Machine *machine = NULL;
    Trace *trace = NULL;
    for (int attempt = 0; attempt < 3; attempt++) {
        if (observe)
            observer = observer_create(&run.session.origin, races);
        run.session.machine.terms = recording ? terms_create() : NULL;
        run.session.machine.symbolic_reads = recording;
        machine = execute(&run, observe ? &observer : NULL);
        if (observe) {
            observer.recorder.trace->program.rules.share_everything = run.session.machine.rules.share_everything;
            observer.recorder.trace->terms = run.session.machine.terms;
            trace = observer_finish(&observer, machine);
        }
        bool escaped = machine_status(machine) == MACHINE_ESCAPED;
        // A violation is shown with the steps that led to it: run once more, recording.
        bool explain = !observe && machine_status(machine) == MACHINE_VIOLATION;
        if (!escaped && !explain)
            break;
        run.session.machine.rules.share_everything |= escaped;
        observe |= explain;
        machine_free(machine);
        trace_free(trace);
        trace = NULL;
    }
    int status = report_end(&run, machine, trace, options);
    bool written = write_files(trace, options);
    machine_free(machine);
    trace_free(trace);
    trace_free(run.recorded);
    input_plan_free(&recorded_inputs);
    scheduler_free(&run.scheduler);
    session_close(&run.session);
    return written ? status : STATUS_USAGE;
}
