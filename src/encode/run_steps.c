#include "encode/run_steps.h"

#include "base/none.h"

typedef struct Making {
    RunSteps *out;
    const ConcurrentTrace *concurrent;
    TermTable *terms;
    PropertyMask properties;
    Map locks; // address -> variable + 1
} Making;

static void note_unknown(Making *making, const char *what)
{
    if (!making->out->unknown)
        making->out->unknown = what;
}

// --- Variables

static void make_cells(Making *making)
{
    for (uint32_t i = 0; i < making->concurrent->cells.count; i++) {
        const Cell *cell = &making->concurrent->cells.data[i];
        if (cell->semaphore)
            note_unknown(making, "semaphores");
        vector_push(&making->out->program.variables, (StepVariable){cell->width, cell->initial});
    }
}

static uint32_t variable_of_lock(Making *making, uint64_t address)
{
    uint64_t *number = map_insert(&making->locks, address);
    if (!*number) {
        vector_push(&making->out->program.variables, (StepVariable){1, term_boolean(making->terms, false)});
        *number = making->out->program.variables.count;
    }
    return (uint32_t)*number - 1;
}

// The symbol of which a term is a part.
static Term whole_symbol(const Making *making, Term part)
{
    while (term_operand_count(making->terms, part))
        part = term_operand(making->terms, part, 0);
    return part;
}

// --- Places

static void make_accesses(Making *making, const ConcurrentEvent *event, StepPlace *place)
{
    for (uint32_t i = 0; i < event->access_count; i++) {
        const Access *access = &making->concurrent->accesses.data[event->first_access + i];
        vector_push(&place->accesses,
                    (StepAccess){.variable = access->cell,
                                 .symbol = access->read ? whole_symbol(making, access->read) : NO_TERM,
                                 .read = access->read,
                                 .write = access->write});
    }
}

static void make_lock(Making *making, StepKind kind, uint64_t address, StepPlace *place)
{
    place->kind = kind;
    place->lock = variable_of_lock(making, address);
}

// `held`: how often the thread holds each lock. Only the first time it waits, and the last time it lets go.
static StepPlace make_place(Making *making, EventId id, Map *held)
{
    const ConcurrentEvent *event = &making->concurrent->events.data[id];
    const TraceEvent *recorded = concurrent_trace_recorded(making->concurrent, id);
    StepPlace place = {.kind = STEP_ACCESS};
    switch (event->kind) {
    case EVENT_read:
    case EVENT_write:
    case EVENT_update:
        make_accesses(making, event, &place);
        break;
    case EVENT_lock:
        if (!(*map_insert(held, recorded->address))++)
            make_lock(making, STEP_LOCK, recorded->address, &place);
        break;
    case EVENT_unlock:
        if (!--*map_insert(held, recorded->address))
            make_lock(making, STEP_UNLOCK, recorded->address, &place);
        break;
    case EVENT_create:
        place.kind = STEP_CREATE;
        place.other = recorded->other;
        break;
    case EVENT_join:
        place.kind = STEP_JOIN;
        place.other = recorded->other;
        break;
    case EVENT_start:
    case EVENT_exit:
    case EVENT_detach:
    case EVENT_atomic_begin:
    case EVENT_atomic_end:
    case EVENT_allocate:
    case EVENT_sync_init:
    case EVENT_sync_destroy:
    case EVENT_free:
        break;
    default:
        if (!event_kind_is_private(event->kind))
            note_unknown(making, event_kind_name(event->kind));
        break;
    }
    return place;
}

// --- What holds between two events

static uint32_t new_question(Making *making, uint32_t thread, uint32_t condition, bool violation)
{
    vector_push(&making->out->questions, (RunStepsQuestion){thread, condition, violation});
    return making->out->program.questions++;
}

// The conditions between the event of the place and the next one. Where an assumption fails the thread goes to `rest`.
static void make_edges(Making *making, uint32_t thread, uint32_t position, uint32_t target, uint32_t rest,
                       StepPlace *place)
{
    const ConcurrentThread *found = &making->concurrent->threads.data[thread];
    Term holds = term_boolean(making->terms, true);
    for (uint32_t i = concurrent_trace_first_condition(found, position + 1);
         i < found->conditions.count && found->conditions.data[i].position == position + 1; i++) {
        const Condition *condition = &found->conditions.data[i];
        Term fails = term_and(making->terms, holds, term_not(making->terms, condition->term));
        Property property = making->concurrent->trace->events.data[condition->trace].property;
        if (condition->kind == EVENT_check && (making->properties & PROPERTY_BIT(property)))
            vector_push(&place->checks, (StepCheck){fails, new_question(making, thread, i, true)});
        else if (condition->kind == EVENT_branch || condition->kind == EVENT_pin)
            vector_push(&place->checks, (StepCheck){fails, new_question(making, thread, i, false)});
        else
            vector_push(&place->edges, (StepEdge){fails, rest});
        holds = term_and(making->terms, holds, condition->term);
    }
    vector_push(&place->edges, (StepEdge){holds, target});
}

// Where the thread was left waiting, `alone` if in an atomic section: if it goes on, it leaves the path.
static void make_waiting_place(Making *making, uint32_t thread, bool alone, StepThread *out)
{
    const TraceEvent *blocked =
        &making->concurrent->trace->events.data[making->concurrent->threads.data[thread].blocked - 1];
    StepPlace place = {.kind = STEP_JOIN, .other = blocked->other};
    bool idles = blocked->pending == EVENT_retry && !blocked->address;
    if (blocked->kind == EVENT_blocked && (blocked->pending == EVENT_assume || idles)) {
        vector_push(&out->places, (StepPlace){.kind = STEP_ACCESS, .rests = true, .alone = alone && !idles});
        return;
    }
    if (alone) // while it waits, others go on
        note_unknown(making, "waiting inside an atomic section");
    if (blocked->kind != EVENT_blocked) {
        note_unknown(making, "a thread that a violation stopped");
    } else if (blocked->pending == EVENT_lock) {
        make_lock(making, STEP_LOCK, blocked->address, &place);
    } else if (blocked->pending != EVENT_join || blocked->other >= making->concurrent->threads.count) {
        note_unknown(making, event_kind_name((EventKind)blocked->pending));
        place.other = 0;
    }
    vector_push(&place.checks,
                (StepCheck){term_boolean(making->terms, true), new_question(making, thread, NONE, false)});
    vector_push(&out->places, place);
}

static void make_thread(Making *making, uint32_t thread)
{
    const ConcurrentThread *found = &making->concurrent->threads.data[thread];
    StepThread out = {.created = thread != 0, .first = STEP_END};
    uint32_t places = found->events.count + (found->blocked != 0);
    Map held = {0};
    bool alone = false;
    for (uint32_t i = 0; i < found->events.count; i++) {
        const ConcurrentEvent *event = &making->concurrent->events.data[found->events.data[i]];
        EventKind kind = event->kind;
        StepPlace place = make_place(making, found->events.data[i], &held);
        if (alone && (place.kind == STEP_LOCK || place.kind == STEP_JOIN)) // while it waits, others go on
            note_unknown(making, "waiting inside an atomic section");
        place.alone = alone || making->concurrent->trace->events.data[event->trace].together;
        alone = kind == EVENT_atomic_begin || (alone && kind != EVENT_atomic_end);
        uint32_t end = found->exit == NO_EVENT && thread ? places : STEP_END; // a thread that a bound has cut rests
        make_edges(making, thread, i, i + 1 == places ? end : i + 1, places + alone, &place);
        vector_push(&out.places, place);
    }
    if (found->blocked)
        make_waiting_place(making, thread, alone, &out);
    if (places) {
        vector_push(&out.places, (StepPlace){.kind = STEP_ACCESS, .rests = true});
        vector_push(&out.places, (StepPlace){.kind = STEP_ACCESS, .rests = true, .alone = true});
        out.first = 0;
    }
    making->out->steps += places;
    map_free(&held);
    vector_push(&making->out->program.threads, out);
}

void run_steps_create(RunSteps *out, const ConcurrentTrace *concurrent, PropertyMask properties)
{
    Making making = {.out = out, .concurrent = concurrent, .terms = concurrent->terms, .properties = properties};
    out->program.terms = concurrent->terms;
    make_cells(&making);
    for (uint32_t i = 0; i < concurrent->threads.count; i++)
        make_thread(&making, i);
    if ((concurrent->lifetimes.count || concurrent->held_objects.count || concurrent->retired.count) &&
        (properties & (PROPERTY_BIT(PROPERTY_MEMORY) | PROPERTY_BIT(PROPERTY_LOCK))))
        note_unknown(&making, "the life of objects that threads share");
    if (concurrent->other_outcomes)
        note_unknown(&making, "an operation that may go either way");
    map_free(&making.locks);
}

void run_steps_free(RunSteps *concurrent)
{
    step_program_free(&concurrent->program);
    vector_free(&concurrent->questions);
}
