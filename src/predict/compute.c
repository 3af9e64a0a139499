#include "predict/compute.h"

#include <string.h>

#include "base/fail.h"

typedef struct Computation {
    const Predicted *predicted;
    const ConcurrentTrace *concurrent;
    TermTable *terms;
    Map values;             // symbol -> its value, once known
    VECTOR(uint64_t) cells; // current values
    Trace *trace;
    const TraceEvent *failed; // a check that fails before the expected violation
    bool consistent;
} Computation;

static uint64_t symbol_value(void *context, Term symbol)
{
    Computation *computation = context;
    const uint64_t *known = map_find(&computation->values, symbol);
    return known ? *known : encoding_symbol_value(computation->predicted->encoding, symbol, 0);
}

static uint64_t evaluate(Computation *computation, Term term)
{
    return term_evaluate(computation->terms, term, symbol_value, computation);
}

static void read_inputs(Computation *computation)
{
    Trace *trace = computation->trace;
    const Trace *recorded = computation->concurrent->trace;
    for (uint32_t i = 0; i < recorded->inputs.count; i++) {
        TraceInput input = recorded->inputs.data[i];
        if (input.symbol)
            input.value = encoding_symbol_value(computation->predicted->encoding, input.symbol, input.value);
        input.symbol = NO_TERM;
        input.name = arena_copy_string(&trace->arena, input.name);
        input.position.file = arena_copy_string(&trace->arena, input.position.file);
        input.position.function = arena_copy_string(&trace->arena, input.position.function);
        vector_push(&trace->inputs, input);
    }
}

static TracePosition copy_position(Trace *trace, TracePosition position)
{
    position.file = arena_copy_string(&trace->arena, position.file);
    position.function = arena_copy_string(&trace->arena, position.function);
    return position;
}

static const char *value_text(Trace *trace, const char *recorded, bool same, uint64_t value, uint32_t size)
{
    if (same || !*recorded)
        return arena_copy_string(&trace->arena, recorded);
    Text text = {0};
    trace_format_input(value, size * 8, &text);
    const char *copy = arena_copy_string(&trace->arena, text_string(&text));
    text_free(&text);
    return copy;
}

// Conditions that stood before the event must hold; of those behind the last event only the expected one is looked at.
// A check that fails on the way ends the run there.
static void check_conditions(Computation *computation, const ConcurrentEvent *event)
{
    const ConcurrentThread *thread = &computation->concurrent->threads.data[event->thread];
    for (uint32_t i = concurrent_trace_first_condition(thread, event->position);
         i < thread->conditions.count && thread->conditions.data[i].position == event->position; i++)
        if (evaluate(computation, thread->conditions.data[i].term) != 1) {
            if (thread->conditions.data[i].kind == EVENT_check)
                computation->failed = &computation->concurrent->trace->events.data[thread->conditions.data[i].trace];
            else
                computation->consistent = false;
            return;
        }
}

static void execute_event(Computation *computation, EventId id)
{
    const ConcurrentTrace *concurrent = computation->concurrent;
    const ConcurrentEvent *event = &concurrent->events.data[id];
    const TraceEvent *recorded = concurrent_trace_recorded(concurrent, id);
    Trace *trace = computation->trace;
    check_conditions(computation, event);
    if (computation->failed)
        return;
    TraceEvent out = *recorded;
    bool memory = event_kind_accesses(recorded->kind);
    uint64_t before = 0, after = 0;
    uint32_t shift = 0;
    for (uint32_t i = 0; i < event->access_count; i++) { // all reads first: an update may write what it read
        const Access *access = &concurrent->accesses.data[event->first_access + i];
        before |= computation->cells.data[access->cell] << shift;
        if (access->read && term_kind(computation->terms, access->read) == TERM_symbol)
            *map_insert(&computation->values, access->read) = computation->cells.data[access->cell];
        shift += concurrent->cells.data[access->cell].width;
    }
    if (recorded->read && memory)
        *map_insert(&computation->values, recorded->read) = before;
    shift = 0;
    for (uint32_t i = 0; i < event->access_count; i++) {
        const Access *access = &concurrent->accesses.data[event->first_access + i];
        if (access->condition)
            computation->consistent &= evaluate(computation, access->condition) == 1;
        if (access->write) {
            computation->cells.data[access->cell] = evaluate(computation, access->write);
            after |= computation->cells.data[access->cell] << shift;
        }
        shift += concurrent->cells.data[access->cell].width;
    }
    if (memory && event->access_count) {
        out.value = recorded->kind == EVENT_read ? before : after;
        out.previous = recorded->kind == EVENT_read ? 0 : before;
    }
    if (recorded->kind == EVENT_signal)
        out.other = encoding_woken_thread(computation->predicted->encoding, id);
    for (uint32_t i = 0; recorded->kind == EVENT_wake && i < concurrent->waits.count; i++)
        if (concurrent->waits.data[i].wake == id)
            out.unsignalled = !recorded->value && !encoding_wait_signalled(computation->predicted->encoding, i);
    out.object = arena_copy_string(&trace->arena, recorded->object);
    out.locks = arena_copy_string(&trace->arena, recorded->locks);
    out.value_text = value_text(trace, recorded->value_text, out.value == recorded->value, out.value, out.size);
    out.previous_text =
        value_text(trace, recorded->previous_text, out.previous == recorded->previous, out.previous, out.size);
    out.position = copy_position(trace, recorded->position);
    out.term = out.read = out.content = NO_TERM;
    out.step = NO_STEP;
    vector_push(&trace->events, out);
}

static void copy_program(Computation *computation)
{
    Trace *trace = computation->trace;
    const Trace *recorded = computation->concurrent->trace;
    trace_set_program(trace, &recorded->program);
    trace->thread_names.count = 0; // a new trace has a main thread
    for (uint32_t i = 0; i < recorded->thread_names.count; i++)
        vector_push(&trace->thread_names, arena_copy_string(&trace->arena, recorded->thread_names.data[i]));
}

// What the prediction says happens next.
static void add_violation(Computation *computation)
{
    const Predicted *predicted = computation->predicted;
    Trace *trace = computation->trace;
    const TraceEvent *last = trace->events.count ? &vector_last(&trace->events) : NULL;
    const TraceEvent *where = computation->failed ? computation->failed : predicted->where;
    trace->end = TRACE_VIOLATION;
    trace->property = computation->failed ? computation->failed->property : predicted->property;
    trace->thread = where ? where->thread : last ? last->thread : 0;
    trace->where = where  ? copy_position(trace, where->position)
                   : last ? last->position
                          : (TracePosition){.file = "", .function = ""};
    trace->message = arena_format(&trace->arena, "a violation of %s is predicted here", property_name(trace->property));
}

Trace *prediction_compute(const Predicted *predicted)
{
    const ConcurrentTrace *concurrent = predicted->concurrent;
    Computation computation = {.predicted = predicted,
                               .concurrent = concurrent,
                               .terms = concurrent->terms,
                               .trace = trace_create(),
                               .consistent = true};
    copy_program(&computation);
    read_inputs(&computation);
    for (uint32_t i = 0; i < concurrent->cells.count; i++)
        vector_push(&computation.cells, evaluate(&computation, concurrent->cells.data[i].initial));
    for (uint32_t i = 0; i < predicted->execution->count && !computation.failed; i++)
        execute_event(&computation, predicted->execution->data[i]);
    if (!computation.failed && predicted->where && predicted->where->kind == EVENT_check)
        computation.consistent &= evaluate(&computation, predicted->where->term) == 0;
    add_violation(&computation);
    computation.trace->predicted = true;
    map_free(&computation.values);
    vector_free(&computation.cells);
    if (computation.consistent)
        return computation.trace;
    trace_free(computation.trace);
    return NULL;
}
