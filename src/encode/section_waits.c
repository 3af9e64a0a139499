// Threads that may have to wait inside an atomic section.
//
// For a lock: if another thread holds it when they come to it they wait, and anybody may go on meanwhile, also when the
// lock is free again. Else they take it at once: nobody does anything between the event before and the lock.
//
// For the end of a thread: if that has not come they wait, and anybody may go on until it comes. Then they go on at once,
// as they do if it has come before. A thread ends in the step of its last visible operation or, since joining and
// starting are no steps of their own, in one of a thread that it joins after that, or of its creator.
//
// For a semaphore: they wait only if it is 0 when they come to it, and so go on only after a post. Whether it is 0 is not
// said, but that somebody has to have taken it before unless it is 0 at first.
#include "encode/encoding_state.h"

// A place at which a thread may have to wait: after its event `before`, with `next` to come, which the run may not have
// come to (NO_EVENT).
typedef struct WaitingPlace {
    EventId before, next;
    uint32_t stop; // of QuestionStops
} WaitingPlace;

// Adds the visible operations in whose steps the thread may come to the event; false if they are not known.
static bool list_steps_to(const ConcurrentTrace *concurrent, EventId event, EventList *out)
{
    uint32_t id = concurrent->events.data[event].thread;
    const ConcurrentThread *thread = &concurrent->threads.data[id];
    for (uint32_t position = concurrent->events.data[event].position;; position--) {
        EventId here = thread->events.data[position];
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, here);
        if (recorded->kind == EVENT_start)
            return thread->create == NO_EVENT || list_steps_to(concurrent, thread->create, out);
        if (recorded->kind == EVENT_join && recorded->other < concurrent->threads.count) {
            if (!list_steps_to(concurrent, concurrent->threads.data[recorded->other].exit, out))
                return false;
        } else if (recorded->kind == EVENT_barrier_leave) {
            return false;
        }
        if (recorded->step == NO_STEP || !position)
            return true;
        bool begins_step =
            concurrent_trace_recorded(concurrent, thread->events.data[position - 1])->step != recorded->step;
        if (begins_step && concurrent->trace->schedule.data[recorded->step].thread == id) {
            vector_push(out, here);
            return true;
        }
    }
}

// Implies that the thread comes to the place and finds the lock held by another.
static Literal has_to_wait(Encoding *encoding, const WaitingPlace *place, uint64_t lock, bool reading)
{
    const ConcurrentEvent *before = encoding_event(encoding, place->before);
    Literal waits = encoding_passes(encoding, before->thread, before->position + 1, ALL_CONDITIONS);
    LiteralList holders = {0};
    vector_push(&holders, -waits);
    encoding_list_holders(encoding, place->before, lock, reading, &holders);
    encoding_add_clause(encoding, holders.data, holders.count);
    vector_free(&holders);
    return waits;
}

// Unless the thread waits, what others do comes before the place, or before one of the steps that lead to `end` (if that
// is not NO_EVENT), or after the event to come.
static void keep_others_out(Encoding *encoding, const WaitingPlace *place, EventId end, const EventList *steps,
                            Literal waits)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    Literal here = encoding_executed(encoding, place->before);
    LiteralList clause = {0};
    for (EventId i = 0; i < concurrent->events.count && !encoding_stopped(encoding); i++) {
        const ConcurrentEvent *event = encoding_event(encoding, i);
        if (event->thread == encoding_event(encoding, place->before)->thread || event->in_atomic ||
            encoding_must_precede(encoding, i, place->before) ||
            (end != NO_EVENT && (i == end || encoding_must_precede(encoding, i, end))))
            continue;
        clause.count = 0;
        vector_push(&clause, -here);
        vector_push(&clause, waits);
        vector_push(&clause, -encoding_executed(encoding, i));
        vector_push(&clause, encoding_before(encoding, i, place->before));
        for (uint32_t j = 0; j < steps->count; j++)
            vector_push(&clause, encoding_before(encoding, i, steps->data[j]));
        if (place->next != NO_EVENT)
            vector_push(&clause, solver_and(encoding->solver, encoding_executed(encoding, place->next),
                                            encoding_before(encoding, place->next, i)));
        encoding_add_clause(encoding, clause.data, clause.count);
    }
    vector_free(&clause);
}

static void write_lock(Encoding *encoding, const WaitingPlace *place, const TraceEvent *wanted, EventKind kind)
{
    Literal waits = has_to_wait(encoding, place, wanted->address, kind == EVENT_read_lock);
    Literal next = place->next != NO_EVENT ? encoding_executed(encoding, place->next) : -encoding_true(encoding);
    ADD_CLAUSE(encoding, -encoding_executed(encoding, place->before), waits, next,
               encoding_stop_at(encoding, place->stop));
    keep_others_out(encoding, place, NO_EVENT, &(EventList){0}, waits);
}

static void write_join(Encoding *encoding, const WaitingPlace *place, EventId end)
{
    Literal waits = -encoding_executed(encoding, end);
    ADD_CLAUSE(encoding, -encoding_executed(encoding, place->before), waits, encoding_executed(encoding, place->next),
               encoding_stop_at(encoding, place->stop));
    EventList steps = {0};
    if (list_steps_to(encoding->concurrent, end, &steps))
        keep_others_out(encoding, place, end, &steps, waits);
    vector_free(&steps);
}

// Of the run: what the semaphore was before anybody used it.
static uint64_t first_value(const ConcurrentTrace *concurrent, uint64_t semaphore)
{
    for (EventId i = 0; i < concurrent->events.count; i++) {
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, i);
        if (recorded->address != semaphore)
            continue;
        bool uses = recorded->kind == EVENT_semaphore_wait || recorded->kind == EVENT_semaphore_post;
        return recorded->kind == EVENT_sync_init ? recorded->initial : uses ? recorded->previous : 0;
    }
    return 0;
}

// Implied by that the thread finds the semaphore at 0 when it comes to the place.
static Literal may_be_taken(Encoding *encoding, const WaitingPlace *place, uint64_t semaphore)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    if (!first_value(concurrent, semaphore))
        return encoding_true(encoding);
    LiteralList takers = {0};
    for (EventId i = 0; i < concurrent->events.count; i++) {
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, i);
        bool takes =
            recorded->kind == EVENT_semaphore_wait || (recorded->kind == EVENT_sync_init && !recorded->initial);
        if (i != place->next && recorded->address == semaphore && takes &&
            !encoding_must_precede(encoding, place->next, i))
            vector_push(&takers, solver_and(encoding->solver, encoding_executed(encoding, i),
                                            encoding_before(encoding, i, place->before)));
    }
    Literal taken = solver_or_all(encoding->solver, takers.data, takers.count);
    vector_free(&takers);
    return taken;
}

// Unless the thread does not come to take the semaphore, somebody posts it in between.
static Literal is_posted(Encoding *encoding, const WaitingPlace *place, uint64_t semaphore)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    LiteralList ways = {0};
    vector_push(&ways, -encoding_executed(encoding, place->next));
    for (EventId i = 0; i < concurrent->events.count; i++) {
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, i);
        if (recorded->address != semaphore || recorded->kind != EVENT_semaphore_post ||
            recorded->thread == encoding_event(encoding, place->next)->thread)
            continue;
        Literal between = solver_and(encoding->solver, encoding_before(encoding, place->before, i),
                                     encoding_before(encoding, i, place->next));
        vector_push(&ways, solver_and(encoding->solver, encoding_executed(encoding, i), between));
    }
    Literal posted = solver_or_all(encoding->solver, ways.data, ways.count);
    vector_free(&ways);
    return posted;
}

static void write_semaphore(Encoding *encoding, const WaitingPlace *place, uint64_t semaphore)
{
    Literal taken = may_be_taken(encoding, place, semaphore);
    Literal waits = solver_and(encoding->solver, taken, is_posted(encoding, place, semaphore));
    ADD_CLAUSE(encoding, -encoding_executed(encoding, place->before), taken, encoding_executed(encoding, place->next),
               encoding_stop_at(encoding, place->stop));
    keep_others_out(encoding, place, NO_EVENT, &(EventList){0}, waits);
}

void encoding_write_wait_in_section(Encoding *encoding, EventId event)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const ConcurrentEvent *next = encoding_event(encoding, event);
    const TraceEvent *recorded = concurrent_trace_recorded(concurrent, event);
    const ConcurrentThread *thread = &concurrent->threads.data[next->thread];
    WaitingPlace place = {thread->events.data[next->position - 1], event, event};
    if (next->kind == EVENT_join)
        write_join(encoding, &place, concurrent->threads.data[recorded->other].exit);
    else if (next->kind == EVENT_semaphore_wait)
        write_semaphore(encoding, &place, recorded->address);
    else
        write_lock(encoding, &place, recorded, next->kind);
}

void encoding_write_wait_at_end(Encoding *encoding, uint32_t thread_id)
{
    const ConcurrentThread *thread = &encoding->concurrent->threads.data[thread_id];
    const TraceEvent *blocked = &encoding->concurrent->trace->events.data[thread->blocked - 1];
    WaitingPlace place = {vector_last(&thread->events), NO_EVENT, encoding_place_of_end(encoding, thread_id)};
    write_lock(encoding, &place, blocked, (EventKind)blocked->pending);
}
