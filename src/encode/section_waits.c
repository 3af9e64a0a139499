// Threads that take a lock inside an atomic section. If another thread holds the lock when they come to it they have to
// wait, and anybody may go on meanwhile, also when the lock is free again. Else they take it at once: nobody does
// anything between the event before and the lock.
#include "encode/encoding_state.h"

// A place at which a thread may have to wait: after its event `before`, with `next` to come, which the run may not have
// come to (NO_EVENT).
typedef struct WaitingPlace {
    EventId before, next;
    uint32_t stop; // of QuestionStops
} WaitingPlace;

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

// Unless the thread waits, what others do comes before the place or after the lock.
static void keep_others_out(Encoding *encoding, const WaitingPlace *place, Literal waits)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    Literal here = encoding_executed(encoding, place->before);
    for (EventId i = 0; i < concurrent->events.count && !encoding_stopped(encoding); i++) {
        const ConcurrentEvent *event = encoding_event(encoding, i);
        if (event->thread == encoding_event(encoding, place->before)->thread || event->in_atomic ||
            encoding_must_precede(encoding, i, place->before))
            continue;
        Literal later = -encoding_true(encoding);
        if (place->next != NO_EVENT)
            later = solver_and(encoding->solver, encoding_executed(encoding, place->next),
                               encoding_before(encoding, place->next, i));
        ADD_CLAUSE(encoding, -here, waits, -encoding_executed(encoding, i), encoding_before(encoding, i, place->before),
                   later);
    }
}

static void write_place(Encoding *encoding, const WaitingPlace *place, const TraceEvent *wanted, EventKind kind)
{
    Literal waits = has_to_wait(encoding, place, wanted->address, kind == EVENT_read_lock);
    Literal next = place->next != NO_EVENT ? encoding_executed(encoding, place->next) : -encoding_true(encoding);
    ADD_CLAUSE(encoding, -encoding_executed(encoding, place->before), waits, next,
               encoding_stop_at(encoding, place->stop));
    keep_others_out(encoding, place, waits);
}

void encoding_write_wait_in_section(Encoding *encoding, EventId event)
{
    const ConcurrentEvent *lock = encoding_event(encoding, event);
    const ConcurrentThread *thread = &encoding->concurrent->threads.data[lock->thread];
    WaitingPlace place = {thread->events.data[lock->position - 1], event, event};
    write_place(encoding, &place, concurrent_trace_recorded(encoding->concurrent, event), lock->kind);
}

void encoding_write_wait_at_end(Encoding *encoding, uint32_t thread_id)
{
    const ConcurrentThread *thread = &encoding->concurrent->threads.data[thread_id];
    const TraceEvent *blocked = &encoding->concurrent->trace->events.data[thread->blocked - 1];
    WaitingPlace place = {vector_last(&thread->events), NO_EVENT, encoding_place_of_end(encoding, thread_id)};
    write_place(encoding, &place, blocked, (EventKind)blocked->pending);
}
