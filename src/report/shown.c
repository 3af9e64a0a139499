#include "report/shown.h"

#include <string.h>

#include "base/file.h"

static const char *const violation_words[PROPERTY_COUNT] = {
    [PROPERTY_ASSERTION] = "assertion violated",
    [PROPERTY_DEADLOCK] = "deadlock",
    [PROPERTY_MEMORY] = "invalid memory access",
    [PROPERTY_LOCK] = "misuse of a lock",
    [PROPERTY_DIVISION] = "invalid division or shift",
    [PROPERTY_RACE] = "data race",
    [PROPERTY_ABORT] = "abort",
    [PROPERTY_OVERFLOW] = "signed overflow",
    [PROPERTY_LEAK] = "memory leak",
};

bool shown_event(const Trace *trace, const TraceEvent *event, uint32_t *inputs)
{
    if (event->kind == EVENT_blocked) // of a symbolic run it does not belong to the violation
        return !trace->terms && trace->end == TRACE_VIOLATION;
    if (!event_kind_counts(event->kind)) // a condition of a symbolic run
        return false;
    switch (event->kind) {
    case EVENT_allocate:
    case EVENT_sync_init:
    case EVENT_yield:
        return false;
    case EVENT_input: {
        uint32_t index = (*inputs)++;
        return index >= trace->inputs.count || trace->inputs.data[index].origin != INPUT_UNINITIALISED;
    }
    default:
        return true;
    }
}

void shown_number_steps(const Trace *trace, StepNumbers *steps)
{
    uint32_t inputs = 0, count = 0;
    steps->count = 0;
    for (uint32_t i = 0; i < trace->events.count; i++) {
        bool shown = shown_event(trace, &trace->events.data[i], &inputs);
        vector_push(steps, shown && trace->events.data[i].kind != EVENT_start ? ++count : 0);
    }
}

const char *shown_start_routine(const Trace *trace, uint32_t thread)
{
    for (uint32_t i = 0; thread && i < trace->events.count; i++)
        if (trace->events.data[i].kind == EVENT_start && trace->events.data[i].thread == thread)
            return trace->events.data[i].object;
    return "";
}

void shown_append_title(const Trace *trace, uint32_t thread, Text *out)
{
    const char *start = shown_start_routine(trace, thread);
    text_append(out, trace->thread_names.data[thread]);
    if (*start)
        text_format(out, ": %s", start);
}

void shown_append_event(const TraceEvent *event, Text *out)
{
    if (*event->call && event->kind != EVENT_input)
        text_format(out, "%s: ", event->call);
    trace_event_describe(event, out);
}

static bool is_namesake(const char *file, const char *other)
{
    return strcmp(file, other) && !strcmp(file_name_of(file), file_name_of(other));
}

const char *shown_file_name(const Trace *trace, const char *file)
{
    bool alike = is_namesake(file, trace->where.file);
    for (uint32_t i = 0; i < trace->events.count && !alike; i++)
        alike = is_namesake(file, trace->events.data[i].position.file);
    for (uint32_t i = 0; i < trace->frames.count && !alike; i++)
        alike = is_namesake(file, trace->frames.data[i].position.file);
    return alike ? file : file_name_of(file);
}

const char *shown_violation_words(Property property)
{
    return violation_words[property];
}

void shown_append_violation(const Trace *trace, Text *out)
{
    const char *words = violation_words[trace->property];
    if (strncmp(trace->message, words, strlen(words)))
        text_format(out, "%s%s", words, *trace->message ? ": " : "");
    text_append(out, trace->message);
}
