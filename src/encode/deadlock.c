// Deadlocks: a state in which nobody can go on, or in which some threads wait for each other while the rest may run
// (Cordeiro and Fischer, section 4, asked of the reorderings of one run).
#include <stdlib.h>

#include "encode/questions.h"
#include "encode/encoding_state.h"

// --- Whether it is worth asking

// Whether the thread was in a waiting loop when the run ended, and the first event of the round it had gone round for
// nothing.
static bool spins_at_end(const ConcurrentTrace *concurrent, uint32_t thread, uint32_t *position)
{
    const ConcurrentThread *found = &concurrent->threads.data[thread];
    const TraceEvent *blocked = found->blocked ? &concurrent->trace->events.data[found->blocked - 1] : NULL;
    if (!blocked || blocked->pending != EVENT_retry || blocked->value > found->events.count)
        return false;
    *position = found->events.count - (uint32_t)blocked->value;
    return true;
}

// Whether it waited for nothing in it.
static bool idles_at_end(const ConcurrentTrace *concurrent, uint32_t thread)
{
    return spins_at_end(concurrent, thread, &(uint32_t){0}) &&
           !concurrent->trace->events.data[concurrent->threads.data[thread].blocked - 1].address;
}

static bool waits_at_its_end(const ConcurrentTrace *concurrent, uint32_t thread)
{
    uint32_t blocked = concurrent->threads.data[thread].blocked;
    EventKind kind = blocked ? (EventKind)concurrent->trace->events.data[blocked - 1].pending : EVENT_read;
    return event_kind_locks(kind) || kind == EVENT_join || kind == EVENT_semaphore_wait || kind == EVENT_barrier_leave;
}

bool question_deadlock_possible(const ConcurrentTrace *concurrent)
{
    bool possible = concurrent->waits.count || concurrent->barriers.count;
    for (uint32_t i = 0; i < concurrent->threads.count; i++)
        possible |= (spins_at_end(concurrent, i, &(uint32_t){0}) && !idles_at_end(concurrent, i)) ||
                    waits_at_its_end(concurrent, i);
    for (uint32_t i = 0; i < concurrent->sections.count; i++)
        possible |= concurrent->sections.data[i].end == NO_EVENT || concurrent->sections.data[i].left;
    for (EventId i = 0; i < concurrent->events.count; i++)
        possible |= concurrent->events.data[i].kind == EVENT_semaphore_wait ||
                    concurrent->events.data[i].kind == EVENT_once_begin;
    return possible || concurrent_trace_locks_in_circle(concurrent);
}

// --- Where a thread can be stuck

static const IndexList *sections_of(const Encoding *encoding, uint64_t lock)
{
    return list_map_find(&encoding->index.lock_sections, lock);
}

// A section of another thread keeps a thread that asks for the lock, perhaps for reading only, waiting.
static bool excludes(const Section *section, uint32_t thread, bool reading)
{
    return section->thread != thread && !(section->reading && reading);
}

static Literal lock_is_taken(Encoding *encoding, uint32_t thread, uint64_t lock, bool reading)
{
    LiteralList holders = {0};
    const IndexList *list = sections_of(encoding, lock);
    for (uint32_t i = 0; i < list->count; i++) {
        const Section *section = &encoding->concurrent->sections.data[list->data[i]];
        if (excludes(section, thread, reading))
            vector_push(&holders, encoding_section_held(encoding, section));
    }
    Literal taken = solver_or_all(encoding->solver, holders.data, holders.count);
    vector_free(&holders);
    return taken;
}

// The number of executed operations tells the value of a semaphore, in whatever order they came. 0 if nothing is known
// of it.
static Literal semaphore_is_zero(Encoding *encoding, uint64_t address)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    TermTable *terms = encoding->terms;
    const Cell *cell = NULL;
    for (uint32_t i = 0; i < concurrent->cells.count && !cell; i++)
        if (concurrent->cells.data[i].semaphore && concurrent->cells.data[i].address == address)
            cell = &concurrent->cells.data[i];
    if (!cell)
        return 0;
    Term value = term_constant(terms, 32, 0);
    bool initialised = false;
    for (uint32_t i = 0; i < cell->accesses.count; i++) {
        const Access *access = &concurrent->accesses.data[cell->accesses.data[i]];
        EventKind kind = encoding_event(encoding, access->event)->kind;
        if (kind == EVENT_sync_init) {
            value = term_zero_extend(terms, access->write, 32);
            initialised = true;
        }
        if (kind != EVENT_semaphore_post && kind != EVENT_semaphore_wait)
            continue;
        if (!initialised) {
            value = term_zero_extend(terms, cell->initial, 32);
            initialised = true;
        }
        // A symbol that is true exactly if the operation is executed.
        Term happened = term_symbol(terms, 1, NULL);
        Literal literal = solver_literal(encoding->solver, happened),
                executed = encoding_executed(encoding, access->event);
        ADD_CLAUSE(encoding, -literal, executed);
        ADD_CLAUSE(encoding, literal, -executed);
        Term change = term_ite(terms, happened, term_constant(terms, 32, kind == EVENT_semaphore_post ? 1 : UINT64_MAX),
                               term_constant(terms, 32, 0));
        value = term_add(terms, value, change);
    }
    return solver_literal(encoding->solver, term_equal(terms, value, term_constant(terms, 32, 0)));
}

static Literal round_is_incomplete(Encoding *encoding, EventId departure)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    LiteralList missing = {0};
    for (uint32_t i = 0; i < concurrent->barriers.count; i++) {
        const BarrierRound *round = &concurrent->barriers.data[i];
        for (uint32_t j = 0; j < round->departures.count; j++)
            for (uint32_t k = 0; round->departures.data[j] == departure && k < round->arrivals.count; k++)
                vector_push(&missing, -encoding_executed(encoding, round->arrivals.data[k]));
    }
    Literal some = solver_or_all(encoding->solver, missing.data, missing.count);
    vector_free(&missing);
    return some;
}

// Another thread is in the routine of a pthread_once.
static Literal once_is_running(Encoding *encoding, uint64_t control, uint32_t thread)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    LiteralList running = {0};
    for (EventId i = 0; i < concurrent->events.count; i++) {
        const TraceEvent *begin = concurrent_trace_recorded(concurrent, i);
        if (begin->kind != EVENT_once_begin || begin->address != control || !begin->value || begin->thread == thread)
            continue;
        Literal inside = encoding_executed(encoding, i);
        const ConcurrentThread *runner = &concurrent->threads.data[begin->thread];
        for (uint32_t j = encoding_event(encoding, i)->position + 1; j < runner->events.count; j++) {
            const TraceEvent *end = concurrent_trace_recorded(concurrent, runner->events.data[j]);
            if (end->kind != EVENT_once_end || end->address != control)
                continue;
            inside = solver_and(encoding->solver, inside, -encoding_executed(encoding, runner->events.data[j]));
            break;
        }
        vector_push(&running, inside);
    }
    Literal some = solver_or_all(encoding->solver, running.data, running.count);
    vector_free(&running);
    return some;
}

// What keeps a thread from executing the event it stands before; the false literal if nothing can.
static Literal blocked_at(Encoding *encoding, EventId id)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const ConcurrentEvent *event = encoding_event(encoding, id);
    const TraceEvent *recorded = concurrent_trace_recorded(concurrent, id);
    if (recorded->conditional)
        return -encoding_true(encoding);
    switch (event->kind) {
    case EVENT_lock:
    case EVENT_read_lock:
    case EVENT_write_lock:
        return lock_is_taken(encoding, event->thread, recorded->address, event->kind == EVENT_read_lock);
    case EVENT_join: {
        EventId exit = concurrent->threads.data[recorded->other].exit;
        return exit == NO_EVENT ? encoding_true(encoding) : -encoding_executed(encoding, exit);
    }
    case EVENT_semaphore_wait:
        return semaphore_is_zero(encoding, recorded->address);
    case EVENT_wake: // would have happened if a signal had reached it; that it may happen without, nobody relies on
        return encoding_true(encoding);
    case EVENT_barrier_leave:
        return round_is_incomplete(encoding, id);
    case EVENT_once_begin:
        return once_is_running(encoding, recorded->address, event->thread);
    default:
        return -encoding_true(encoding);
    }
}

// What the thread waited for when the run ended it need not have.
static bool ends_by_itself(const ConcurrentTrace *concurrent, uint32_t thread)
{
    uint32_t blocked = concurrent->threads.data[thread].blocked;
    return blocked && concurrent->trace->events.data[blocked - 1].conditional;
}

// A thread whose last recorded event is a wait may wait for ever. 0 if it is none.
static Literal waits_at_end(Encoding *encoding, uint32_t thread)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    for (uint32_t i = 0; i < concurrent->waits.count; i++) {
        const Wait *wait = &concurrent->waits.data[i];
        if (wait->thread != thread || wait->wake != NO_EVENT || ends_by_itself(concurrent, thread))
            continue;
        Literal stuck =
            encoding_stands_before(encoding, thread, concurrent->threads.data[thread].events.count, ALL_CONDITIONS);
        encoding_require_condition_variable(encoding, wait->condition);
        for (uint32_t j = 0; j < encoding->wakes.of_wait.data[i].count; j++)
            ADD_CLAUSE(encoding, -stuck, -encoding->wakes.of_wait.data[i].data[j].literal);
        return stuck;
    }
    return 0;
}

// Nothing that the thread read there is written afterwards by a thread that does not itself wait in a loop: what such a
// round writes is what was there.
static void require_unwritten(Encoding *encoding, Literal stuck, EventId id)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const ConcurrentEvent *event = encoding_event(encoding, id);
    for (uint32_t i = 0; i < event->access_count; i++) {
        const Access *read = &concurrent->accesses.data[event->first_access + i];
        const Cell *cell = &concurrent->cells.data[read->cell];
        for (uint32_t j = 0; read->read && j < cell->accesses.count; j++) {
            const Access *write = &concurrent->accesses.data[cell->accesses.data[j]];
            const ConcurrentEvent *writer = encoding_event(encoding, write->event);
            uint32_t round;
            if (!write->write || writer->thread == event->thread || encoding_must_precede(encoding, write->event, id) ||
                (spins_at_end(concurrent, writer->thread, &round) && writer->position >= round))
                continue;
            ADD_CLAUSE(encoding, -stuck, -encoding_executed(encoding, write->event),
                       encoding_before(encoding, write->event, id));
        }
    }
}

// A thread whose last recorded events are a round of a waiting loop is stuck if it has gone that round and all it saw
// stays as it is. An equivalent execution goes the round after everything else. 0 if it is none.
static Literal spins_for_ever(Encoding *encoding, uint32_t thread)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const ConcurrentThread *found = &concurrent->threads.data[thread];
    uint32_t first;
    if (!spins_at_end(concurrent, thread, &first))
        return 0;
    Literal stuck = encoding_stands_before(encoding, thread, found->events.count, ALL_CONDITIONS);
    for (uint32_t i = first; i < found->events.count; i++) {
        EventId id = found->events.data[i];
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, id);
        require_unwritten(encoding, stuck, id);
        if (recorded->kind == EVENT_lock_failed && concurrent_trace_fails_semaphore(concurrent, id)) {
            Literal zero = semaphore_is_zero(encoding, recorded->address);
            if (zero)
                ADD_CLAUSE(encoding, -stuck, zero);
        } else if (recorded->kind == EVENT_lock_failed && recorded->conditional) {
            ADD_CLAUSE(encoding, -stuck, lock_is_taken(encoding, thread, recorded->address, recorded->reading));
        }
    }
    return stuck;
}

// Whether the thread was inside the routine of a pthread_once when the run ended.
static bool is_inside_once(const ConcurrentTrace *concurrent, uint32_t thread, uint64_t control)
{
    const ConcurrentThread *own = &concurrent->threads.data[thread];
    for (uint32_t i = own->events.count; i-- > 0;) {
        const TraceEvent *event = concurrent_trace_recorded(concurrent, own->events.data[i]);
        if (event->address == control && (event->kind == EVENT_once_begin || event->kind == EVENT_once_end))
            return event->kind == EVENT_once_begin && event->value;
    }
    return false;
}

// The thread itself holds what it waited for when the run ended, or is to do it.
static bool waits_for_itself(const ConcurrentTrace *concurrent, uint32_t thread, const TraceEvent *blocked)
{
    if (blocked->pending == EVENT_once_begin)
        return is_inside_once(concurrent, thread, blocked->address);
    for (uint32_t i = 0; i < concurrent->sections.count; i++) {
        const Section *section = &concurrent->sections.data[i];
        if (section->thread == thread && section->end == NO_EVENT && section->lock == blocked->address)
            return event_kind_locks((EventKind)blocked->pending);
    }
    return false;
}

static bool is_object(EventKind kind)
{
    return event_kind_locks(kind) || kind == EVENT_semaphore_wait || kind == EVENT_once_begin;
}

// Others have freed or destroyed what the thread waited for when the run ended: it runs into that.
static Literal is_gone(Encoding *encoding, const TraceEvent *blocked)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    Literal gone = -encoding_true(encoding);
    for (EventId i = 0; i < concurrent->events.count; i++) {
        const TraceEvent *event = concurrent_trace_recorded(concurrent, i);
        bool ends = (event->kind == EVENT_sync_destroy && event->address == blocked->address) ||
                    concurrent_trace_frees(event, blocked);
        if (ends && event->thread != blocked->thread)
            gone = solver_or(encoding->solver, gone, encoding_executed(encoding, i));
    }
    return gone;
}

// A thread that was left waiting for a lock, a semaphore, a thread or others at a barrier stands there, and has to
// wait. 0 if it is none.
static Literal stays_waiting(Encoding *encoding, uint32_t thread)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    if (!concurrent->threads.data[thread].blocked || ends_by_itself(concurrent, thread))
        return 0;
    const TraceEvent *blocked = &concurrent->trace->events.data[concurrent->threads.data[thread].blocked - 1];
    EventKind kind = (EventKind)blocked->pending;
    Literal waits = encoding_true(encoding);
    if (waits_for_itself(concurrent, thread, blocked)) {
        waits = encoding_true(encoding);
    } else if (event_kind_locks(kind)) {
        waits = lock_is_taken(encoding, thread, blocked->address, kind == EVENT_read_lock);
    } else if (kind == EVENT_join) {
        EventId exit =
            blocked->other < concurrent->threads.count ? concurrent->threads.data[blocked->other].exit : NO_EVENT;
        waits = exit == NO_EVENT ? encoding_true(encoding) : -encoding_executed(encoding, exit);
    } else if (kind == EVENT_semaphore_wait) {
        Literal zero = semaphore_is_zero(encoding, blocked->address);
        waits = zero ? zero : encoding_true(encoding);
    } else if (kind == EVENT_once_begin) {
        waits = once_is_running(encoding, blocked->address, thread);
    } else if (kind != EVENT_barrier_leave) {
        return 0;
    }
    if (is_object(kind))
        waits = solver_and(encoding->solver, waits, -is_gone(encoding, blocked));
    Literal stands =
        encoding_stands_before(encoding, thread, concurrent->threads.data[thread].events.count, ALL_CONDITIONS);
    return solver_and(encoding->solver, stands, waits);
}

// What a thread waited for at the end of the run is there.
static void require_release(Encoding *encoding, Literal question, uint32_t thread)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const TraceEvent *blocked = &concurrent->trace->events.data[concurrent->threads.data[thread].blocked - 1];
    EventKind kind = (EventKind)blocked->pending;
    if (ends_by_itself(concurrent, thread))
        return;
    Literal gone = is_object(kind) ? is_gone(encoding, blocked) : 0;
    if (blocked->kind == EVENT_violation) {
        encoding_forbid_fault(encoding, question, blocked);
    } else if (waits_for_itself(concurrent, thread, blocked)) {
        ADD_CLAUSE(encoding, -question, gone);
    } else if (event_kind_locks(kind)) {
        const IndexList *list = sections_of(encoding, blocked->address);
        for (uint32_t i = 0; i < list->count; i++) {
            const Section *section = &concurrent->sections.data[list->data[i]];
            if (excludes(section, thread, kind == EVENT_read_lock))
                ADD_CLAUSE(encoding, -question, -encoding_section_held(encoding, section), gone);
        }
    } else if (kind == EVENT_join) {
        EventId exit =
            blocked->other < concurrent->threads.count ? concurrent->threads.data[blocked->other].exit : NO_EVENT;
        ADD_CLAUSE(encoding, -question,
                   exit == NO_EVENT ? -encoding_true(encoding) : encoding_executed(encoding, exit));
    } else if (kind == EVENT_semaphore_wait) {
        Literal zero = semaphore_is_zero(encoding, blocked->address);
        if (zero)
            ADD_CLAUSE(encoding, -question, -zero, gone);
    } else if (kind == EVENT_wake) {
        for (uint32_t i = 0; i < concurrent->waits.count; i++) {
            if (concurrent->waits.data[i].thread != thread || concurrent->waits.data[i].wake != NO_EVENT)
                continue;
            encoding_require_condition_variable(encoding, concurrent->waits.data[i].condition);
            encoding_require_signal(encoding, i, -question);
        }
    } else if (kind == EVENT_once_begin) {
        ADD_CLAUSE(encoding, -question, -once_is_running(encoding, blocked->address, thread), gone);
    } else if (kind == EVENT_barrier_leave || kind == EVENT_assume || kind == EVENT_retry) {
        // Too few ever came; nothing ever helps; what would release it are the conditions of its last round.
        ADD_CLAUSE(encoding, -question, -encoding_true(encoding));
    }
}

Literal question_released(Encoding *encoding, uint32_t thread)
{
    Literal question = -solver_new_literal(encoding->solver);
    ADD_CLAUSE(encoding, -question,
               encoding_violates_at(encoding, thread, encoding->concurrent->threads.data[thread].events.count,
                                    ALL_CONDITIONS, question));
    require_release(encoding, question, thread);
    return question;
}

// --- The questions

typedef struct Asking {
    Encoding *encoding;
    DeadlockQuestion *question;
    VECTOR(Literal) circle;   // per thread: it waits for another of the circle, or for one that has ended
    VECTOR(LiteralList) ways; // per thread: to be stuck
    VECTOR(Literal) idles;    // per thread: it does so; 0 if it never does
} Asking;

static Literal thread_ended(Encoding *encoding, uint32_t thread)
{
    EventId exit = encoding->concurrent->threads.data[thread].exit;
    return exit == NO_EVENT ? -encoding_true(encoding) : encoding_executed(encoding, exit);
}

// Who keeps the thread from its lock is in the circle or has ended. Several readers are nobody in particular.
static Literal kept_by_circle(Asking *asking, uint32_t thread, uint64_t lock, bool reading)
{
    Encoding *encoding = asking->encoding;
    const IndexList *list = sections_of(encoding, lock);
    LiteralList ways = {0};
    for (uint32_t i = 0; i < list->count; i++) {
        const Section *section = &encoding->concurrent->sections.data[list->data[i]];
        if (!excludes(section, thread, reading))
            continue;
        Literal held = encoding_section_held(encoding, section), ended = thread_ended(encoding, section->thread);
        Literal way = solver_and(encoding->solver, held,
                                 solver_or(encoding->solver, asking->circle.data[section->thread], ended));
        for (uint32_t j = 0; section->reading && j < list->count; j++) {
            const Section *other = &encoding->concurrent->sections.data[list->data[j]];
            if (other->thread != section->thread)
                way = solver_and(encoding->solver, way, -encoding_section_held(encoding, other));
        }
        vector_push(&ways, way);
    }
    Literal some = solver_or_all(encoding->solver, ways.data, ways.count);
    vector_free(&ways);
    return some;
}

static void ask_about(Asking *asking, EventId id, LiteralList *in_circle)
{
    Encoding *encoding = asking->encoding;
    const ConcurrentEvent *event = encoding_event(encoding, id);
    const TraceEvent *recorded = concurrent_trace_recorded(encoding->concurrent, id);
    Literal blocked = blocked_at(encoding, id);
    if (blocked == -encoding_true(encoding))
        return;
    Literal stands = encoding_stands_before(encoding, event->thread, event->position, ALL_CONDITIONS);
    Literal stuck = solver_and(encoding->solver, stands, blocked);
    vector_push(&asking->ways.data[event->thread], stuck);
    vector_push(&asking->question->stuck, (StuckThread){.thread = event->thread,
                                                        .where = recorded,
                                                        .joins = event->kind == EVENT_join,
                                                        .literal = stuck,
                                                        .in_circle = asking->circle.data[event->thread]});
    if (event_kind_locks(event->kind))
        vector_push(in_circle, solver_and(encoding->solver, stands,
                                          kept_by_circle(asking, event->thread, recorded->address,
                                                         event->kind == EVENT_read_lock)));
    else if (event->kind == EVENT_join)
        vector_push(in_circle, solver_and(encoding->solver, stuck, asking->circle.data[recorded->other]));
}

// The same where the thread was left waiting.
static void ask_about_end(Asking *asking, uint32_t thread, LiteralList *in_circle)
{
    Encoding *encoding = asking->encoding;
    const ConcurrentTrace *concurrent = encoding->concurrent;
    Literal ends[] = {waits_at_end(encoding, thread), spins_for_ever(encoding, thread),
                      stays_waiting(encoding, thread)};
    Literal waits = ends[2];
    if (!ends[0] && !ends[1] && !ends[2])
        return;
    const ConcurrentThread *found = &concurrent->threads.data[thread];
    const TraceEvent *blocked = found->blocked ? &concurrent->trace->events.data[found->blocked - 1] : NULL;
    EventKind kind = blocked ? (EventKind)blocked->pending : EVENT_wake;
    // A wait, if it was not seen blocked.
    const TraceEvent *where = blocked ? blocked : concurrent_trace_recorded(concurrent, vector_last(&found->events));
    if (idles_at_end(concurrent, thread)) { // it is in nobody's way, and no deadlock by itself
        asking->idles.data[thread] = ends[1];
        return;
    }
    for (uint32_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends[i]) {
            vector_push(&asking->ways.data[thread], ends[i]);
            vector_push(&asking->question->stuck, (StuckThread){.thread = thread,
                                                                .where = where,
                                                                .joins = kind == EVENT_join,
                                                                .literal = ends[i],
                                                                .in_circle = asking->circle.data[thread]});
        }
    if (!waits)
        return;
    if (waits_for_itself(concurrent, thread, blocked))
        vector_push(in_circle, waits);
    else if (event_kind_locks(kind))
        vector_push(in_circle, solver_and(encoding->solver, waits,
                                          kept_by_circle(asking, thread, blocked->address, kind == EVENT_read_lock)));
    else if (kind == EVENT_join && blocked->other < concurrent->threads.count)
        vector_push(in_circle, solver_and(encoding->solver, waits, asking->circle.data[blocked->other]));
}

// Everybody who is there has ended, idles or is stuck, and somebody is stuck.
static void ask_global(Asking *asking)
{
    Encoding *encoding = asking->encoding;
    LiteralList someone = {0};
    vector_push(&someone, -asking->question->global);
    for (uint32_t i = 0; i < encoding->concurrent->threads.count; i++) {
        const ConcurrentThread *thread = &encoding->concurrent->threads.data[i];
        LiteralList *ways = &asking->ways.data[i];
        for (uint32_t j = 0; j < ways->count; j++)
            vector_push(&someone, ways->data[j]);
        vector_push(ways, -asking->question->global);
        vector_push(ways, thread_ended(encoding, i));
        if (asking->idles.data[i])
            vector_push(ways, asking->idles.data[i]);
        if (thread->create != NO_EVENT)
            vector_push(ways, -encoding_executed(encoding, thread->create));
        encoding_add_clause(encoding, ways->data, ways->count);
    }
    encoding_add_clause(encoding, someone.data, someone.count);
    vector_free(&someone);
}

void question_deadlock(Encoding *encoding, DeadlockQuestion *out)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    Asking asking = {.encoding = encoding, .question = out};
    out->global = -solver_new_literal(encoding->solver);
    out->local = -solver_new_literal(encoding->solver);
    vector_resize(&asking.ways, concurrent->threads.count);
    vector_resize(&asking.idles, concurrent->threads.count);
    LiteralList someone = {0};
    vector_push(&someone, -out->local);
    for (uint32_t i = 0; i < concurrent->threads.count; i++) {
        vector_push(&asking.circle, -solver_new_literal(encoding->solver));
        vector_push(&someone, asking.circle.data[i]);
    }
    encoding_add_clause(encoding, someone.data, someone.count);
    for (uint32_t i = 0; i < concurrent->threads.count; i++) {
        LiteralList in_circle = {0};
        vector_push(&in_circle, -asking.circle.data[i]);
        for (uint32_t j = 0; j < concurrent->threads.data[i].events.count && !encoding_stopped(encoding); j++)
            ask_about(&asking, concurrent->threads.data[i].events.data[j], &in_circle);
        ask_about_end(&asking, i, &in_circle);
        encoding_add_clause(encoding, in_circle.data, in_circle.count);
        vector_free(&in_circle);
    }
    ask_global(&asking);
    for (uint32_t i = 0; i < asking.ways.count; i++)
        vector_free(&asking.ways.data[i]);
    vector_free(&asking.ways);
    vector_free(&asking.idles);
    vector_free(&asking.circle);
    vector_free(&someone);
}
