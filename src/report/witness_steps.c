// A counterexample as steps over lines of the source. Inputs are tied to the call that returned them, whose name is
// read from the source: events do not name functions.
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/uri.h"
#include "report/witness.h"

static bool same_line(const TracePosition *a, const TracePosition *b)
{
    return a->line == b->line && !strcmp(a->file, b->file);
}

static size_t identifier_length(const char *text)
{
    size_t length = 0;
    if (isdigit((unsigned char)*text))
        return 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return length;
}

// The column (from 1) of the parenthesis that closes the one at `open` (from 0), or 0 if it is not on the line.
static uint32_t closing_column(const char *line, size_t open)
{
    unsigned depth = 0;
    for (size_t i = open; line[i]; i++) {
        depth += line[i] == '(';
        depth -= line[i] == ')';
        if (!depth)
            return (uint32_t)i + 1;
    }
    return 0;
}

// Sets the function if the source has a call at the position of the step.
static void find_call(WitnessSteps *steps, WitnessStep *step)
{
    Text line = {0};
    const TracePosition *position = &step->position;
    if (position->column && source_append_line(&steps->sources, position->file, position->line, &line) &&
        position->column <= line.length) {
        const char *call = text_string(&line) + position->column - 1;
        size_t length = identifier_length(call);
        size_t open = length + strspn(call + length, " \t");
        if (length && call[open] == '(') {
            step->function = arena_format(&steps->arena, "%.*s", (int)length, call);
            step->end_column = closing_column(text_string(&line), position->column - 1 + open);
        }
    }
    text_free(&line);
}

// How __VERIFIER_nondet_TYPE and its like write a value: "" for what is no integer.
static const char *input_value(WitnessSteps *steps, const char *function, const TraceInput *input)
{
    const char *type = strstr(function, "nondet_");
    type = type ? type + strlen("nondet_") : "";
    if (!strcmp(type, "float") || !strcmp(type, "double") || !strcmp(type, "pointer"))
        return "";
    if (*type == 'u' || !strcmp(type, "bool") || !strcmp(type, "size_t"))
        return arena_format(&steps->arena, "%" PRIu64 "%s", input->value, input->value > INT64_MAX ? "U" : "");
    Text text = {0};
    trace_format_input(input->value, input->bits, &text);
    const char *value = arena_copy_string(&steps->arena, text_string(&text));
    text_free(&text);
    return value;
}

// An input becomes a step of its own if it was returned by a call in the program.
static void add_input(WitnessSteps *steps, WitnessStep *step, const TraceInput *input)
{
    if (!input || input->origin != INPUT_CALL)
        return;
    find_call(steps, step);
    if (!*step->function)
        return;
    step->value = input_value(steps, step->function, input);
    if (*step->value)
        step->kind = WITNESS_INPUT;
}

static WitnessStepKind step_kind(const TraceEvent *event)
{
    switch (event->kind) {
    case EVENT_create:
        return event->other == NO_THREAD ? WITNESS_LINE : WITNESS_CREATE;
    case EVENT_start:
        return WITNESS_START;
    case EVENT_exit:
        return WITNESS_END;
    default:
        return WITNESS_LINE;
    }
}

static void add_step(WitnessSteps *steps, const WitnessStep *step)
{
    const WitnessStep *before = steps->list.count ? &vector_last(&steps->list) : NULL;
    bool placed = step->kind == WITNESS_START || step->kind == WITNESS_END || step->position.line;
    bool merged = before && before->kind == WITNESS_LINE && step->kind == WITNESS_LINE &&
                  before->thread == step->thread && same_line(&before->position, &step->position);
    if (placed && !merged)
        vector_push(&steps->list, *step);
}

// The name by which the program was given, for a file that is part of it.
static const char *given_name(const Trace *trace, const char *directory, const char *file)
{
    for (uint32_t i = 0; *file && i < trace->program.files.count; i++)
        if (uri_same_path(directory, trace->program.files.data[i], file))
            return trace->program.files.data[i];
    return file;
}

static void name_files(const Trace *trace, WitnessSteps *steps)
{
    char *directory = getcwd(NULL, 0);
    const char *file = NULL, *name = NULL; // that were asked for last
    for (uint32_t i = 0; directory && i < steps->list.count; i++) {
        TracePosition *position = &steps->list.data[i].position;
        if (!file || strcmp(file, position->file)) {
            file = position->file;
            name = given_name(trace, directory, file);
        }
        position->file = name;
    }
    free(directory);
}

void witness_steps_make(const Trace *trace, WitnessSteps *steps)
{
    if (trace->program.standard_input)
        source_add(&steps->sources, STANDARD_INPUT_NAME, trace->program.standard_input);
    uint32_t inputs = 0;
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = &trace->events.data[i];
        if (!event_kind_counts(event->kind) || event->kind == EVENT_violation)
            continue;
        WitnessStep step = {.kind = step_kind(event),
                            .thread = event->thread,
                            .other = event->other,
                            .function = event->kind == EVENT_start ? event->object : "",
                            .value = "",
                            .position = event->position};
        if (event->kind == EVENT_input) {
            add_input(steps, &step, inputs < trace->inputs.count ? &trace->inputs.data[inputs] : NULL);
            inputs++;
        }
        add_step(steps, &step);
    }
    // Not every violation is an event: a race lies between two.
    vector_push(&steps->list, (WitnessStep){.kind = WITNESS_VIOLATION,
                                            .thread = trace->thread,
                                            .other = NO_THREAD,
                                            .function = "",
                                            .value = "",
                                            .position = trace->where});
    name_files(trace, steps);
}

uint32_t witness_thread_count(const WitnessSteps *steps)
{
    uint32_t count = 1;
    for (uint32_t i = 0; i < steps->list.count; i++) {
        const WitnessStep *step = &steps->list.data[i];
        if (step->thread >= count)
            count = step->thread + 1;
        if (step->kind == WITNESS_CREATE && step->other >= count)
            count = step->other + 1;
    }
    return count;
}

const char *witness_thread_function(const WitnessSteps *steps, uint32_t thread)
{
    if (!thread)
        return "main";
    for (uint32_t i = 0; i < steps->list.count; i++)
        if (steps->list.data[i].kind == WITNESS_START && steps->list.data[i].thread == thread)
            return steps->list.data[i].function;
    return "";
}

void witness_steps_free(WitnessSteps *steps)
{
    arena_release(&steps->arena);
    source_free(&steps->sources);
    vector_free(&steps->list);
}
