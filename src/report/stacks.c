#include "report/stacks.h"

#include <string.h>

#include "base/none.h"
#include "report/readable.h"
#include "report/relevant.h"
#include "report/shown.h"
#include "trace/position_json.h"

static void add(const Trace *trace, StackList *list, uint32_t event)
{
    const TraceEvent *shown = &trace->events.data[event];
    if (shown->stack != NO_STACK)
        vector_push(list, (ShownStack){.thread = shown->thread, .event = event, .stack = shown->stack});
}

static void add_race(const Trace *trace, StackList *list)
{
    uint32_t first, second;
    if (!relevant_race(trace, &first, &second))
        return;
    add(trace, list, second);
    add(trace, list, first);
}

// The violating thread is the last one to be recorded.
static void add_blocked(const Trace *trace, StackList *list)
{
    for (uint32_t i = trace->events.count; i-- > 0 && !trace->terms;)
        if (trace->events.data[i].kind == EVENT_blocked && trace->events.data[i].thread == trace->thread)
            add(trace, list, i);
    for (uint32_t i = 0; i < trace->events.count && !trace->terms; i++)
        if (trace->events.data[i].kind == EVENT_blocked && trace->events.data[i].thread != trace->thread)
            add(trace, list, i);
}

static void add_violation(const Trace *trace, StackList *list)
{
    for (uint32_t i = trace->events.count; i-- > 0;)
        if (trace->events.data[i].kind == EVENT_violation) {
            add(trace, list, i);
            return;
        }
    if (trace->stack != NO_STACK)
        vector_push(list, (ShownStack){.thread = trace->thread, .event = NONE, .stack = trace->stack});
}

// The end of the block that the violation is about.
static void add_free(const Trace *trace, StackList *list)
{
    const TraceEvent *violation = trace->events.count ? &vector_last(&trace->events) : NULL;
    for (uint32_t i = trace->events.count; violation && violation->address && i-- > 0;) {
        const TraceEvent *event = &trace->events.data[i];
        uint64_t offset = violation->address - event->address;
        if (event->kind != EVENT_free || (offset && offset >= event->size))
            continue;
        add(trace, list, i);
        return;
    }
}

void stacks_find(const Trace *trace, StackList *list)
{
    list->count = 0;
    if (trace->end != TRACE_VIOLATION)
        return;
    if (trace->property == PROPERTY_RACE)
        add_race(trace, list);
    if (trace->property == PROPERTY_DEADLOCK)
        add_blocked(trace, list);
    if (!list->count)
        add_violation(trace, list);
    if (trace->property == PROPERTY_MEMORY)
        add_free(trace, list);
}

// Without the room that lets verbs of rows stand below each other.
static void append_in_prose(const TraceEvent *event, Text *out)
{
    Text text = {0};
    trace_event_describe(event, &text);
    for (const char *at = text_string(&text); *at; at++)
        if (*at != ' ' || at[1] != ' ')
            text_append_character(out, *at);
    text_free(&text);
}

void stacks_describe(const Trace *trace, const ShownStack *shown, Text *out)
{
    const TraceEvent *event = shown->event == NONE ? NULL : &trace->events.data[shown->event];
    if (!event || event->kind == EVENT_violation)
        text_append(out, shown_violation_words(trace->property));
    else if (event->kind == EVENT_free)
        text_append(out, "freed the block");
    else
        append_in_prose(event, out);
}

const TraceEvent *stacks_creation(const Trace *trace, uint32_t thread)
{
    for (uint32_t i = 0; i < trace->events.count; i++)
        if (trace->events.data[i].kind == EVENT_create && trace->events.data[i].other == thread)
            return &trace->events.data[i];
    return NULL;
}

static json_t *creation_to_json(const TraceEvent *creation)
{
    if (!creation)
        return json_null();
    json_t *object = json_object();
    json_object_set_new(object, "thread", json_integer(creation->thread));
    json_object_set_new(object, "location", json_text_position(&creation->position));
    return object;
}

static json_t *frames_to_json(const Trace *trace, uint32_t stack)
{
    json_t *list = json_array();
    for (uint32_t i = stack; i != NO_STACK; i = trace->frames.data[i - 1].caller) {
        TracePosition position = trace->frames.data[i - 1].position;
        json_t *frame = json_object();
        json_object_set_new(frame, "function", json_text_string(position.function));
        position.function = "";
        json_object_set_new(frame, "location", json_text_position(&position));
        json_array_append_new(list, frame);
    }
    return list;
}

json_t *stacks_to_json(const Trace *recorded)
{
    Readable readable;
    readable_create(&readable, recorded);
    const Trace *trace = &readable.trace;
    StackList stacks = {0};
    stacks_find(trace, &stacks);
    json_t *list = json_array();
    for (uint32_t i = 0; i < stacks.count; i++) {
        const ShownStack *shown = &stacks.data[i];
        const char *start = shown_start_routine(trace, shown->thread);
        json_t *object = json_object();
        Text what = {0};
        stacks_describe(trace, shown, &what);
        json_object_set_new(object, "thread", json_integer(shown->thread));
        json_object_set_new(object, "start", *start ? json_text_string(start) : json_null());
        json_object_set_new(object, "what", json_text_string(text_string(&what)));
        json_object_set_new(object, "event", shown->event == NONE ? json_null() : json_integer(shown->event));
        json_object_set_new(object, "created", creation_to_json(stacks_creation(trace, shown->thread)));
        json_object_set_new(object, "frames", frames_to_json(trace, shown->stack));
        json_array_append_new(list, object);
        text_free(&what);
    }
    vector_free(&stacks);
    readable_free(&readable);
    return list;
}
