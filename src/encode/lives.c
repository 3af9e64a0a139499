// The lives of objects: what ends them, when that happens, and that nobody uses what is gone.
//
// Some events happen by themselves, in the step of the last of the operations that they need: a thread that has done
// its last operation ends, whoever joins it goes on, and with a function that returns its locals are gone. An execution
// need not have such events although they happen: nobody may have looked. So where it matters that they have not
// happened, one of these operations is not there, or an assumption or a check on the way does not hold, which stops a
// thread.
// (Another condition that does not hold leads another way, and nobody knows what happens there.)
#include "encode/questions.h"
#include "encode/encoding_state.h"

static void push_new(EventList *list, EventId event)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->data[i] == event)
            return;
    vector_push(list, event);
}

bool encoding_happens_by_itself(EventKind kind)
{
    return kind == EVENT_create || kind == EVENT_start || kind == EVENT_exit || kind == EVENT_join ||
           kind == EVENT_barrier_leave;
}

// That the thread is stopped at a position, by one of its conditions there before `end`.
static void push_stops(Encoding *encoding, uint32_t thread_id, uint32_t position, uint32_t end, LiteralList *clause)
{
    const ConcurrentThread *thread = &encoding->concurrent->threads.data[thread_id];
    for (uint32_t i = concurrent_trace_first_condition(thread, position);
         i < end && i < thread->conditions.count && thread->conditions.data[i].position == position; i++) {
        const Condition *condition = &thread->conditions.data[i];
        if (!condition->certain && (condition->kind == EVENT_assume || condition->kind == EVENT_check))
            vector_push(clause, -encoding_condition(encoding, condition->term));
    }
}

// The operations with the last of which the event happens. `clause` gets that somebody is stopped on the way from them
// to it; it may be NULL.
static void list_moment(Encoding *encoding, EventId id, EventList *out, LiteralList *clause)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    EventList open = {0}; // and done: all that happen by then
    vector_push(&open, id);
    for (uint32_t i = 0; i < open.count; i++) {
        EventId next = open.data[i];
        const ConcurrentEvent *event = encoding_event(encoding, next);
        const IndexList *before = list_map_find(&encoding->index.predecessors, next);
        if (!encoding_happens_by_itself(event->kind) || (!event->position && !before->count)) {
            vector_push(out, next);
            continue;
        }
        if (clause)
            push_stops(encoding, event->thread, event->position, ALL_CONDITIONS, clause);
        if (event->position)
            push_new(&open, concurrent->threads.data[event->thread].events.data[event->position - 1]);
        for (uint32_t j = 0; j < before->count; j++)
            push_new(&open, concurrent->precedences.data[before->data[j]].before);
    }
    vector_free(&open);
}

// One of the operations that it takes is missing, or somebody is stopped on the way.
static void push_undone(Encoding *encoding, Ending ending, LiteralList *clause)
{
    const ConcurrentEvent *event = encoding_event(encoding, ending.event);
    EventList moment = {0};
    list_moment(encoding, ending.event, &moment, clause);
    push_stops(encoding, event->thread, event->position + 1, ending.conditions, clause);
    for (uint32_t i = 0; i < moment.count; i++)
        vector_push(clause, -encoding_executed(encoding, moment.data[i]));
    vector_free(&moment);
}

Literal encoding_gone(Encoding *encoding, Ending ending)
{
    const ConcurrentEvent *event = encoding_event(encoding, ending.event);
    const ConcurrentThread *thread = &encoding->concurrent->threads.data[event->thread];
    Literal gone = solver_new_literal(encoding->solver);
    ADD_CLAUSE(encoding, -gone, encoding_executed(encoding, ending.event));
    for (uint32_t i = concurrent_trace_first_condition(thread, event->position + 1);
         i < ending.conditions && thread->conditions.data[i].position == event->position + 1; i++)
        if (!thread->conditions.data[i].certain)
            ADD_CLAUSE(encoding, -gone, encoding_condition(encoding, thread->conditions.data[i].term));
    return gone;
}

void encoding_forbid(Encoding *encoding, Ending ending, Literal question)
{
    LiteralList clause = {0};
    vector_push(&clause, -question);
    push_undone(encoding, ending, &clause);
    encoding_add_clause(encoding, clause.data, clause.count);
    vector_free(&clause);
}

// Whether the use is in the step of the operation: whatever happens by itself then does so at the end of it.
static bool comes_with(const Encoding *encoding, EventId use, EventId operation)
{
    return encoding_event(encoding, use)->node == encoding_event(encoding, operation)->node;
}

// The use comes before the last of the operations with which the event happens.
static void push_earlier(Encoding *encoding, EventId use, EventId event, LiteralList *clause)
{
    EventList moment = {0};
    list_moment(encoding, event, &moment, NULL);
    for (uint32_t i = 0; i < moment.count; i++) {
        bool with = comes_with(encoding, use, moment.data[i]);
        vector_push(clause, with ? encoding_true(encoding) : encoding_before(encoding, use, moment.data[i]));
    }
    vector_free(&moment);
}

// Whether it does so already.
static bool is_earlier(Encoding *encoding, EventId use, EventId event, const uint32_t *places)
{
    EventList moment = {0};
    bool earlier = false;
    list_moment(encoding, event, &moment, NULL);
    for (uint32_t i = 0; i < moment.count; i++)
        earlier |= comes_with(encoding, use, moment.data[i]) || places[use] < places[moment.data[i]];
    vector_free(&moment);
    return earlier;
}

bool encoding_use_before_leaving(Encoding *encoding, EventId use, uint32_t thread, uint32_t condition,
                                 const uint32_t *places)
{
    const ConcurrentThread *own = &encoding->concurrent->threads.data[thread];
    const Condition *leaving = &own->conditions.data[condition];
    EventId last = own->events.data[leaving->position - 1];
    if (is_earlier(encoding, use, last, places))
        return false;
    LiteralList clause = {0};
    vector_push(&clause, -encoding_executed(encoding, use));
    push_earlier(encoding, use, last, &clause);
    push_undone(encoding, (Ending){last, condition}, &clause);
    vector_push(&clause, encoding_condition(encoding, leaving->term));
    encoding_add_clause(encoding, clause.data, clause.count);
    vector_free(&clause);
    return true;
}

// What ends the life of an object comes after the use, if it comes.
static void write_lifetime(Encoding *encoding, const Lifetime *lifetime)
{
    LiteralList clause = {0};
    vector_push(&clause, -encoding_executed(encoding, lifetime->use));
    push_earlier(encoding, lifetime->use, lifetime->ending.event, &clause);
    push_undone(encoding, lifetime->ending, &clause);
    encoding_add_clause(encoding, clause.data, clause.count);
    vector_free(&clause);
}

// Once both are encoded. What happens by itself does so whether it is or not.
static void write_lifetimes(Encoding *encoding, EventId id)
{
    const IndexList *list = list_map_find(&encoding->index.lifetimes, id);
    for (uint32_t i = 0; i < list->count; i++) {
        const Lifetime *lifetime = &encoding->concurrent->lifetimes.data[list->data[i]];
        EventId event = lifetime->ending.event;
        bool itself = encoding_happens_by_itself(encoding_event(encoding, event)->kind);
        if (itself ? id == lifetime->use : encoding->executed.data[event] && encoding->executed.data[lifetime->use])
            write_lifetime(encoding, lifetime);
    }
}

// What is destroyed or initialised is not in use then: others come later, or are gone.
static void write_unused(Encoding *encoding, EventId id)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    for (uint32_t i = 0; i < concurrent->held_objects.count; i++) {
        const HeldObject *held = &concurrent->held_objects.data[i];
        if (held->event != id)
            continue;
        Literal executed = encoding_executed(encoding, id), begun = encoding_executed(encoding, held->hold.begin);
        Literal later = encoding_before(encoding, id, held->hold.begin);
        if (held->hold.end == NO_EVENT) {
            ADD_CLAUSE(encoding, -executed, -begun, later);
            continue;
        }
        ADD_CLAUSE(encoding, -executed, -begun, later, encoding_executed(encoding, held->hold.end));
        ADD_CLAUSE(encoding, -executed, -begun, later, encoding_before(encoding, held->hold.end, id));
    }
}

void encoding_write_lives(Encoding *encoding, EventId id)
{
    write_lifetimes(encoding, id);
    write_unused(encoding, id);
}

// --- Violations of the run that others are to blame for

// Whether the event is to blame for the violation: it freed or destroyed the object.
static bool took_away(const TraceEvent *event, const TraceEvent *violation)
{
    if (event->thread == violation->thread)
        return false;
    return violation->cause == CAUSE_STATE
               ? event->kind == EVENT_sync_destroy && event->address == violation->address
               : violation->cause == CAUSE_MEMORY && concurrent_trace_frees(event, violation);
}

// The initialisations by others that the object still misses.
static void list_beginnings(Encoding *encoding, const TraceEvent *violation, LiteralList *out)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    for (EventId i = 0; i < concurrent->events.count && violation->cause == CAUSE_STATE; i++) {
        const TraceEvent *event = concurrent_trace_recorded(concurrent, i);
        if (event->kind == EVENT_sync_init && event->address == violation->address &&
            event->thread != violation->thread)
            vector_push(out, encoding_executed(encoding, i));
    }
}

static void list_holds(Encoding *encoding, const TraceEvent *violation, LiteralList *out)
{
    HoldList holds = {0};
    if (violation->cause == CAUSE_IN_USE)
        concurrent_trace_list_holds(encoding->concurrent, violation->address, violation->thread, &holds);
    for (uint32_t i = 0; i < holds.count; i++)
        vector_push(out, encoding_held(encoding, &holds.data[i]));
    vector_free(&holds);
}

void encoding_forbid_fault(Encoding *encoding, Literal question, const TraceEvent *violation)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    LiteralList initialised = {0}, held = {0};
    for (EventId i = 0; i < concurrent->events.count; i++)
        if (took_away(concurrent_trace_recorded(concurrent, i), violation))
            ADD_CLAUSE(encoding, -question, -encoding_executed(encoding, i));
    for (uint32_t i = 0; i < concurrent->retired.count; i++)
        if (violation->cause == CAUSE_MEMORY &&
            concurrent_trace_retires(concurrent, &concurrent->retired.data[i], violation))
            encoding_forbid(encoding, concurrent->retired.data[i].ending, question);
    list_beginnings(encoding, violation, &initialised);
    if (initialised.count) {
        vector_push(&initialised, -question);
        encoding_add_clause(encoding, initialised.data, initialised.count);
    }
    list_holds(encoding, violation, &held);
    for (uint32_t i = 0; i < held.count; i++)
        ADD_CLAUSE(encoding, -question, -held.data[i]);
    vector_free(&initialised);
    vector_free(&held);
}

Literal question_at_fault(Encoding *encoding, uint32_t thread)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const ConcurrentThread *own = &concurrent->threads.data[thread];
    const TraceEvent *violation = &concurrent->trace->events.data[own->blocked - 1];
    LiteralList faults = {0}, initialised = {0};
    for (EventId i = 0; i < concurrent->events.count; i++)
        if (took_away(concurrent_trace_recorded(concurrent, i), violation))
            vector_push(&faults, encoding_executed(encoding, i));
    for (uint32_t i = 0; i < concurrent->retired.count; i++)
        if (violation->cause == CAUSE_MEMORY &&
            concurrent_trace_retires(concurrent, &concurrent->retired.data[i], violation))
            vector_push(&faults, encoding_gone(encoding, concurrent->retired.data[i].ending));
    list_beginnings(encoding, violation, &initialised);
    if (initialised.count)
        vector_push(&faults, -solver_or_all(encoding->solver, initialised.data, initialised.count));
    list_holds(encoding, violation, &faults);
    Literal question = -solver_new_literal(encoding->solver);
    vector_push(&faults, -question);
    encoding_add_clause(encoding, faults.data, faults.count);
    ADD_CLAUSE(encoding, -question,
               encoding_violates_at(encoding, thread, own->events.count, ALL_CONDITIONS, question));
    vector_free(&faults);
    vector_free(&initialised);
    return question;
}
