#include "predict/evaluate.h"

#include <string.h>

#include "base/fail.h"
#include "trace/stack.h"

typedef struct Evaluation {
    const Predicted *predicted;
    const ConcurrentTrace *concurrent;
    TermTable *terms;
    Map values;             // symbol -> its value, once known
    VECTOR(uint64_t) cells; // current values
    Trace *trace;
    const TraceEvent *failed; // a check that fails before the expected violation
    bool consistent;
} Evaluation;

static uint64_t symbol_value(void *context, Term symbol)
{
    Evaluation *evaluation = context;
    const uint64_t *known = map_find(&evaluation->values, symbol);
    return known ? *known : encoding_symbol_value(evaluation->predicted->encoding, symbol, 0);
}

static uint64_t evaluate(Evaluation *evaluation, Term term)
{
    return term_evaluate(evaluation->terms, term, symbol_value, evaluation);
}

static void read_inputs(Evaluation *evaluation)
{
    Trace *trace = evaluation->trace;
    const Trace *recorded = evaluation->concurrent->trace;
    for (uint32_t i = 0; i < recorded->inputs.count; i++) {
        TraceInput input = recorded->inputs.data[i];
        if (input.symbol)
            input.value = encoding_symbol_value(evaluation->predicted->encoding, input.symbol, input.value);
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

// Conditions that stood before the event must hold; of those after the last event only the expected one is looked at.
// A check that fails on the way ends the run there.
static void check_conditions(Evaluation *evaluation, const ConcurrentEvent *event)
{
    const ConcurrentThread *thread = &evaluation->concurrent->threads.data[event->thread];
    for (uint32_t i = concurrent_trace_first_condition(thread, event->position);
         i < thread->conditions.count && thread->conditions.data[i].position == event->position; i++)
        if (evaluate(evaluation, thread->conditions.data[i].term) != 1) {
            if (thread->conditions.data[i].kind == EVENT_check)
                evaluation->failed = &evaluation->concurrent->trace->events.data[thread->conditions.data[i].trace];
            else
                evaluation->consistent = false;
            return;
        }
}

// What an event reads and writes, all its cells together.
typedef struct Contents {
    uint64_t read, written;
} Contents;

// All reads first: an update may write what it read.
static Contents access_cells(Evaluation *evaluation, const ConcurrentEvent *event, const TraceEvent *recorded)
{
    const ConcurrentTrace *concurrent = evaluation->concurrent;
    const Access *accesses = event->access_count ? &concurrent->accesses.data[event->first_access] : NULL;
    Contents contents = {0};
    uint32_t shift = 0;
    for (uint32_t i = 0; i < event->access_count; i++) {
        const Access *access = &accesses[i];
        contents.read |= evaluation->cells.data[access->cell] << shift;
        if (access->read && term_kind(evaluation->terms, access->read) == TERM_symbol)
            *map_insert(&evaluation->values, access->read) = evaluation->cells.data[access->cell];
        shift += concurrent->cells.data[access->cell].width;
    }
    if (recorded->read && event_kind_accesses(recorded->kind))
        *map_insert(&evaluation->values, recorded->read) = contents.read;
    shift = 0;
    for (uint32_t i = 0; i < event->access_count; i++) {
        const Access *access = &accesses[i];
        if (access->condition)
            evaluation->consistent &= evaluate(evaluation, access->condition) == 1;
        if (access->write) {
            evaluation->cells.data[access->cell] = evaluate(evaluation, access->write);
            contents.written |= evaluation->cells.data[access->cell] << shift;
        }
        shift += concurrent->cells.data[access->cell].width;
    }
    return contents;
}

// Who wakes whom in the new order.
static void read_waking(Evaluation *evaluation, EventId id, TraceEvent *out)
{
    const ConcurrentTrace *concurrent = evaluation->concurrent;
    Encoding *encoding = evaluation->predicted->encoding;
    if (out->kind == EVENT_signal)
        out->other = encoding_woken_thread(encoding, id);
    for (uint32_t i = 0; out->kind == EVENT_wake && i < concurrent->waits.count; i++)
        if (concurrent->waits.data[i].wake == id)
            out->unsignalled = !out->value && !encoding_wait_signalled(encoding, i);
}

static void execute_event(Evaluation *evaluation, EventId id)
{
    const ConcurrentEvent *event = &evaluation->concurrent->events.data[id];
    const TraceEvent *recorded = concurrent_trace_recorded(evaluation->concurrent, id);
    Trace *trace = evaluation->trace;
    check_conditions(evaluation, event);
    if (evaluation->failed)
        return;
    TraceEvent out = *recorded;
    Contents contents = access_cells(evaluation, event, recorded);
    read_waking(evaluation, id, &out);
    if (event_kind_accesses(recorded->kind) && event->access_count) {
        out.value = recorded->kind == EVENT_read ? contents.read : contents.written;
        out.previous = recorded->kind == EVENT_read ? 0 : contents.read;
    }
    out.object = arena_copy_string(&trace->arena, recorded->object);
    out.call = arena_copy_string(&trace->arena, recorded->call);
    out.locks = arena_copy_string(&trace->arena, recorded->locks);
    out.value_text = value_text(trace, recorded->value_text, out.value == recorded->value, out.value, out.size);
    out.previous_text =
        value_text(trace, recorded->previous_text, out.previous == recorded->previous, out.previous, out.size);
    out.position = copy_position(trace, recorded->position);
    out.term = out.read = out.content = NO_TERM;
    out.step = NO_STEP;
    vector_push(&trace->events, out);
}

static void copy_program(Evaluation *evaluation)
{
    Trace *trace = evaluation->trace;
    const Trace *recorded = evaluation->concurrent->trace;
    trace_set_program(trace, &recorded->program);
    stack_copy_all(trace, recorded);
    trace->thread_names.count = 0; // a new trace has a main thread
    for (uint32_t i = 0; i < recorded->thread_names.count; i++)
        vector_push(&trace->thread_names, arena_copy_string(&trace->arena, recorded->thread_names.data[i]));
}

// What the prediction says happens next.
static void add_violation(Evaluation *evaluation)
{
    const Predicted *predicted = evaluation->predicted;
    Trace *trace = evaluation->trace;
    const TraceEvent *last = trace->events.count ? &vector_last(&trace->events) : NULL;
    const TraceEvent *where = evaluation->failed ? evaluation->failed : predicted->where;
    trace->end = TRACE_VIOLATION;
    trace->property = evaluation->failed ? evaluation->failed->property : predicted->property;
    trace->stack = where ? where->stack : last ? last->stack : NO_STACK;
    trace->thread = where ? where->thread : last ? last->thread : 0;
    trace->where = where  ? copy_position(trace, where->position)
                   : last ? last->position
                          : (TracePosition){.file = "", .function = ""};
    trace->message = arena_format(&trace->arena, "a violation of %s is predicted here", property_name(trace->property));
}

Trace *prediction_evaluate(const Predicted *predicted)
{
    const ConcurrentTrace *concurrent = predicted->concurrent;
    Evaluation evaluation = {.predicted = predicted,
                             .concurrent = concurrent,
                             .terms = concurrent->terms,
                             .trace = trace_create(),
                             .consistent = true};
    copy_program(&evaluation);
    read_inputs(&evaluation);
    for (uint32_t i = 0; i < concurrent->cells.count; i++)
        vector_push(&evaluation.cells, evaluate(&evaluation, concurrent->cells.data[i].initial));
    for (uint32_t i = 0; i < predicted->execution->count && !evaluation.failed; i++)
        execute_event(&evaluation, predicted->execution->data[i]);
    if (!evaluation.failed && predicted->where && predicted->where->kind == EVENT_check)
        evaluation.consistent &= evaluate(&evaluation, predicted->where->term) == 0;
    add_violation(&evaluation);
    evaluation.trace->predicted = true;
    map_free(&evaluation.values);
    vector_free(&evaluation.cells);
    if (evaluation.consistent)
        return evaluation.trace;
    trace_free(evaluation.trace);
    return NULL;
}
