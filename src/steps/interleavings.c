#include "steps/interleavings.h"

#include <string.h>

#include "paths/item_run.h"
#include "predict/prediction.h"

enum { INTERLEAVING_LIMIT = 1000 };

typedef struct Interleaver {
    const EngineTask *task;
    const Program *program;
    const ConcurrentTrace *concurrent;
    Text *out;
    VECTOR(uint32_t) next;      // by thread: the event it stands before
    VECTOR(bool) done;          // by event
    EventList order;            // of events
    VECTOR(EventId) statements; // the first event of each, in order
    uint32_t listed, feasible, failing;
    bool diverged; // of the execution that is made: an event is another than in the run
    GuidedRun *guided;
} Interleaver;

// --- Statements

static bool is_listed(EventKind kind)
{
    return kind != EVENT_create && kind != EVENT_start && kind != EVENT_exit && kind != EVENT_join &&
           kind != EVENT_detach && kind != EVENT_process_exit;
}

static const TraceEvent *recorded_at(const Interleaver *interleaver, uint32_t thread, uint32_t position)
{
    const ConcurrentThread *found = &interleaver->concurrent->threads.data[thread];
    return position < found->events.count
               ? concurrent_trace_recorded(interleaver->concurrent, found->events.data[position])
               : NULL;
}

static bool is_same_statement(const TraceEvent *a, const TraceEvent *b)
{
    return is_listed(a->kind) == is_listed(b->kind) && a->position.line == b->position.line &&
           !strcmp(a->position.file, b->position.file) && !strcmp(a->position.function, b->position.function);
}

// All that must have happened before the event has.
static bool is_due(const Interleaver *interleaver, EventId event)
{
    const ConcurrentTrace *concurrent = interleaver->concurrent;
    for (uint32_t i = 0; i < concurrent->precedences.count; i++)
        if (concurrent->precedences.data[i].after == event &&
            !interleaver->done.data[concurrent->precedences.data[i].before])
            return false;
    return true;
}

static bool take_event(Interleaver *interleaver, uint32_t thread)
{
    const ConcurrentThread *found = &interleaver->concurrent->threads.data[thread];
    EventId event = found->events.data[interleaver->next.data[thread]];
    if (!is_due(interleaver, event))
        return false;
    interleaver->next.data[thread]++;
    interleaver->done.data[event] = true;
    vector_push(&interleaver->order, event);
    return true;
}

// What is no statement happens as soon as it can.
static void take_unlisted(Interleaver *interleaver)
{
    for (uint32_t i = 0; i < interleaver->next.count; i++) {
        const TraceEvent *next = recorded_at(interleaver, i, interleaver->next.data[i]);
        if (next && !is_listed(next->kind) && take_event(interleaver, i))
            i = UINT32_MAX; // another thread may have something to do now
    }
}

static bool take_statement(Interleaver *interleaver, uint32_t thread)
{
    const TraceEvent *first = recorded_at(interleaver, thread, interleaver->next.data[thread]), *next = first;
    if (!first || !is_listed(first->kind) || !take_event(interleaver, thread))
        return false;
    vector_push(&interleaver->statements, vector_last(&interleaver->order));
    while ((next = recorded_at(interleaver, thread, interleaver->next.data[thread])) &&
           is_same_statement(first, next) && take_event(interleaver, thread))
        ;
    return true;
}

static void take_back(Interleaver *interleaver, uint32_t events, uint32_t statements)
{
    while (interleaver->order.count > events) {
        EventId event = vector_pop(&interleaver->order);
        interleaver->done.data[event] = false;
        interleaver->next.data[interleaver->concurrent->events.data[event].thread]--;
    }
    interleaver->statements.count = statements;
}

// --- One interleaving

// The event of the run with this index in its thread; NULL: it is silent there (MachineOptions.silent_setup).
static const TraceEvent *find_recorded(const Interleaver *interleaver, uint32_t thread, uint32_t index)
{
    uint32_t low = 0, high = interleaver->concurrent->threads.data[thread].events.count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (recorded_at(interleaver, thread, middle)->index < index)
            low = middle + 1;
        else
            high = middle;
    }
    const TraceEvent *found = recorded_at(interleaver, thread, low);
    return found && found->index == index ? found : NULL;
}

// Whether the thread does what it did in the run.
static void compare_event(void *context, const Machine *machine, const Event *event)
{
    Interleaver *interleaver = context;
    (void)machine;
    if (!event_kind_counts(event->kind) || event->kind == EVENT_violation ||
        event->thread >= interleaver->guided->threads.count)
        return;
    uint32_t name = interleaver->guided->threads.data[event->thread].name;
    const TraceEvent *expected =
        name < interleaver->concurrent->threads.count ? find_recorded(interleaver, name, event->index) : NULL;
    const Position *position = &interleaver->program->positions.data[event->position];
    if (expected && (expected->kind != event->kind || expected->position.line != position->line ||
                     expected->position.column != position->column))
        interleaver->diverged = true;
}

static void list_interleaving(Interleaver *interleaver)
{
    Guide guide = {0};
    prediction_make_guide(
        &(Predicted){.concurrent = interleaver->concurrent, .execution = &interleaver->order, .last = NO_THREAD},
        &guide);
    GuidedRun guided = {0};
    interleaver->guided = &guided;
    interleaver->diverged = false;
    guided_run_execute(&guided, interleaver->program, &interleaver->task->machine, &guide, compare_event, interleaver);
    bool feasible = !interleaver->diverged && guided.end != GUIDED_RUN_DIVERGED;
    bool fails = feasible && machine_status(guided.machine) == MACHINE_VIOLATION;
    interleaver->listed++;
    interleaver->feasible += feasible;
    interleaver->failing += fails;
    text_format(interleaver->out, "%4u ", interleaver->listed);
    for (uint32_t i = 0; i < interleaver->statements.count; i++) {
        const TraceEvent *first = concurrent_trace_recorded(interleaver->concurrent, interleaver->statements.data[i]);
        text_format(interleaver->out, " %u:%u", first->thread, first->position.line);
    }
    text_format(interleaver->out, "  %s\n", !feasible ? "infeasible" : fails ? "fails" : "holds");
    guided_run_free(&guided);
    guide_free(&guide);
}

// --- All of them

static void interleave(Interleaver *interleaver)
{
    uint32_t events = interleaver->order.count, statements = interleaver->statements.count;
    bool ended = true;
    for (uint32_t i = 0; i < interleaver->next.count && interleaver->listed < INTERLEAVING_LIMIT &&
                         !limits_stop(interleaver->task->limits);
         i++) {
        if (!take_statement(interleaver, i))
            continue;
        ended = false;
        take_unlisted(interleaver);
        interleave(interleaver);
        take_back(interleaver, events, statements);
    }
    if (ended)
        list_interleaving(interleaver);
}

void interleavings_append(const EngineTask *task, Text *out)
{
    ItemRun run = {0};
    WorkItem item = {.guide = {.last = NO_THREAD}};
    item_run_execute(&run, task, true, false, &item);
    ConcurrentTrace *concurrent = concurrent_trace_create(run.trace, task->limits);
    if (!concurrent) {
        item_run_free(&run);
        return;
    }
    Interleaver interleaver = {.task = task, .program = task->program, .concurrent = concurrent, .out = out};
    vector_resize(&interleaver.next, concurrent->threads.count);
    vector_resize(&interleaver.done, concurrent->events.count);
    text_append(out, "interleavings of the statements of a run, thread:line\n");
    if (concurrent->waits.count) {
        text_append(out, "not listed: the run waits on a condition variable\n");
    } else {
        take_unlisted(&interleaver);
        interleave(&interleaver);
        text_format(out, "%u interleavings%s, %u feasible, %u of them fail\n", interleaver.listed,
                    interleaver.listed == INTERLEAVING_LIMIT ? " (there may be more)" : "", interleaver.feasible,
                    interleaver.failing);
    }
    vector_free(&interleaver.next);
    vector_free(&interleaver.done);
    vector_free(&interleaver.order);
    vector_free(&interleaver.statements);
    concurrent_trace_free(concurrent);
    item_run_free(&run);
}
