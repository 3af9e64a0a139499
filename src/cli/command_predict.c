// raddle predict: the reorderings of a recorded run, without its program. What a counterexample holds was derived from
// the recorded events; where the program is, `raddle replay` executes it.
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/outcome.h"
#include "cli/terminal.h"
#include "predict/predict.h"

// A recording tells nothing about violations that the run was not watched for, except races, which are in the events.
static bool covers(const Trace *trace, PropertyMask asked, Text *error)
{
    PropertyMask missing = asked & ~trace->program.properties & ~PROPERTY_BIT(PROPERTY_RACE);
    if (!missing)
        return true;
    text_append(error, "the run was recorded without looking at ");
    property_append_names(missing, error);
    text_append(error, "; record it with that --property");
    return false;
}

static Trace *load(const Options *options, Options *chosen)
{
    const char *path = options->files.data[0];
    Text error = {0};
    Trace *trace = trace_load(path, &error);
    *chosen = *options;
    if (trace && !OPTION_GIVEN(options, property))
        chosen->property = trace->program.properties;
    bool usable = trace && trace->terms;
    if (trace && !trace->terms)
        text_format(&error, "%s: recorded without terms, which `predict` needs; `raddle run --record` records them",
                    path);
    else if (trace)
        usable = covers(trace, chosen->property, &error);
    terminal_print_errors(&error);
    text_free(&error);
    if (usable)
        return trace;
    trace_free(trace);
    return NULL;
}

static bool is_violation(const Trace *trace, const Options *options)
{
    return trace->end == TRACE_VIOLATION && (options->property & PROPERTY_BIT(trace->property));
}

// The recorded run itself comes first; `verdict` takes it over. What was predicted at the same place is dropped.
static void add_recorded(Trace *trace, Verdict *verdict)
{
    uint32_t count = verdict->counterexamples.count, kept = 0;
    Trace **found = verdict->counterexamples.data;
    for (uint32_t i = 0; i < count; i++) {
        if (found[i]->property == trace->property && found[i]->where.line == trace->where.line)
            trace_free(found[i]);
        else
            found[kept++] = found[i];
    }
    verdict->counterexamples.count = kept;
    vector_push(&verdict->counterexamples, trace);
    found = verdict->counterexamples.data;
    memmove(found + 1, found, kept * sizeof *found);
    found[0] = trace;
    verdict->answer = ANSWER_FALSE;
    verdict->engine = "predict";
    if (!verdict->statistics.events)
        verdict->statistics.events = trace->events.count;
    text_clear(&verdict->reason);
    text_clear(&verdict->note);
}

static void explain(const Verdict *verdict, const Options *options, Text *out)
{
    if (verdict->answer != ANSWER_FALSE)
        return;
    if (!verdict->counterexamples.data[0]->predicted) {
        text_format(out, "This is the recorded run itself. To execute it again: raddle replay %s",
                    options->files.data[0]);
        return;
    }
    const char *saved = options->record ? options->record : options->json;
    text_append(out, "This reordering was checked against the recorded events, not executed. ");
    if (saved && strcmp(saved, "-"))
        text_format(out, "To execute it: raddle replay %s", saved);
    else
        text_append(out, "To execute it, save it with --record=FILE, then: raddle replay FILE");
}

static int predict(const Options *options, Supervision *supervision)
{
    Limits limits;
    Options chosen;
    terminal_start_limits(&limits, options);
    Trace *trace = load(options, &chosen);
    if (!trace)
        return STATUS_USAGE;
    Verdict verdict = {.program = &trace->program};
    bool violated = is_violation(trace, &chosen);
    if (!violated || options->all)
        predict_trace(trace, &chosen, &limits, &verdict);
    for (uint32_t i = 0; i < verdict.counterexamples.count; i++)
        verdict.counterexamples.data[i]->predicted = true;
    if (violated)
        add_recorded(trace, &verdict);
    verdict_add_assumptions(&verdict, &trace->program);
    statistics_finish(&verdict.statistics, limits.started);
    outcome_print_statistics(&verdict, options);
    Text explanation = {0};
    explain(&verdict, options, &explanation);
    int status = outcome_report(&verdict, options, text_string(&explanation), supervision);
    text_free(&explanation);
    verdict_free(&verdict);
    if (!violated)
        trace_free(trace);
    return status;
}

int command_predict(const Options *options)
{
    return supervise(options, predict);
}
