#include "report/calls.h"

#include <string.h>

enum { GIVEN_SHOWN = 4 }; // inputs of a call

bool calls_same(const TraceEvent *a, const TraceEvent *b)
{
    return *a->call && a->thread == b->thread && a->stack == b->stack && !strcmp(a->call, b->call) &&
           a->position.line == b->position.line && a->position.column == b->position.column &&
           !strcmp(a->position.file, b->position.file);
}

uint32_t calls_count(const EventList *events, uint32_t first)
{
    uint32_t count = 1;
    while (first + count < events->count && calls_same(events->data[first], events->data[first + count]))
        count++;
    return *events->data[first]->call ? count : 0;
}

// What the call was given: ": input 5, 20", or with a name if that is not its own: ": input file_size = 3".
static void append_given(const EventList *events, uint32_t first, uint32_t count, Text *out)
{
    const char *name = events->data[first]->call;
    uint32_t given = 0;
    for (uint32_t i = first; i < first + count; i++) {
        const TraceEvent *event = events->data[i];
        if (event->kind != EVENT_input || given++ > GIVEN_SHOWN)
            continue;
        text_append(out, given == 1 ? ": input " : ", ");
        if (given > GIVEN_SHOWN)
            text_append(out, "...");
        else if (strcmp(event->object, name))
            text_format(out, "%s = %s", event->object, event->value_text);
        else
            text_append(out, event->value_text);
        name = event->object;
    }
}

void calls_describe(const EventList *events, uint32_t first, uint32_t count, Text *out)
{
    text_append(out, events->data[first]->call);
    append_given(events, first, count, out);
    if (count > 1)
        text_format(out, " (%u steps)", count);
}

void calls_gather(const Trace *trace, const EventList *events, const bool *told, bool *shown)
{
    for (uint32_t i = 0, count; i < events->count; i += count ? count : 1) {
        bool any_named = false, any_shown = false;
        count = calls_count(events, i);
        for (uint32_t j = i; j < i + count; j++) {
            size_t event = events->data[j] - trace->events.data;
            any_named |= told[event] || events->data[j]->kind == EVENT_violation;
            any_shown |= shown[event];
        }
        for (uint32_t j = i; j < i + count; j++) {
            size_t event = events->data[j] - trace->events.data;
            bool named = told[event] || events->data[j]->kind == EVENT_violation;
            shown[event] = any_named ? named : any_shown && j == i;
        }
    }
}
