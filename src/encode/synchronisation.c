// Mutual exclusion of lock sections, condition variables, barriers, failed attempts. Creating and joining, initialising
// and freeing are precedences, written with the events (encoding.c), and lifetimes (lives.c); semaphores are cells
// (cells.c).
#include "encode/encoding_state.h"

static const Section *section_at(const Encoding *encoding, uint32_t section)
{
    return &encoding->concurrent->sections.data[section];
}

// A section that is one node happens as a whole, unless a question stops in it. All questions of an encoding are there
// before its sections are written.
static bool is_whole(const Encoding *encoding, const Section *section)
{
    if (section->end == NO_EVENT ||
        encoding_event(encoding, section->begin)->node != encoding_event(encoding, section->end)->node)
        return false;
    const ConcurrentThread *thread = &encoding->concurrent->threads.data[section->thread];
    for (uint32_t i = encoding_event(encoding, section->begin)->position;
         i <= encoding_event(encoding, section->end)->position; i++)
        if (encoding_may_stop(encoding, thread->events.data[i]))
            return false;
    return true;
}

Literal encoding_held(Encoding *encoding, const Hold *hold)
{
    Literal begun = encoding_executed(encoding, hold->begin);
    return hold->end == NO_EVENT ? begun : solver_and(encoding->solver, begun, -encoding_executed(encoding, hold->end));
}

Literal encoding_section_held(Encoding *encoding, const Section *section)
{
    return encoding_held(encoding, &(Hold){section->thread, section->begin, section->end});
}

// One of two sections that exclude each other is over before the other begins. Of two nodes one always comes first.
static void exclude(Encoding *encoding, uint32_t a, uint32_t b)
{
    const Section *first = section_at(encoding, a), *second = section_at(encoding, b);
    if (is_whole(encoding, first) && is_whole(encoding, second))
        return;
    if ((first->end != NO_EVENT && order_must(encoding->order, encoding_event(encoding, first->end)->node,
                                              encoding_event(encoding, second->begin)->node)) ||
        (second->end != NO_EVENT && order_must(encoding->order, encoding_event(encoding, second->end)->node,
                                               encoding_event(encoding, first->begin)->node)))
        return;
    Literal both[] = {-encoding->executed.data[first->begin], -encoding->executed.data[second->begin]};
    Literal never = -encoding_true(encoding);
    Literal forward = never, backward = never;
    if (first->end != NO_EVENT) {
        forward = encoding_before(encoding, first->end, second->begin);
        ADD_CLAUSE(encoding, both[0], both[1], -forward, encoding_executed(encoding, first->end));
    }
    if (second->end != NO_EVENT) {
        backward = encoding_before(encoding, second->end, first->begin);
        ADD_CLAUSE(encoding, both[0], both[1], -backward, encoding_executed(encoding, second->end));
    }
    ADD_CLAUSE(encoding, both[0], both[1], forward, backward);
}

void encoding_write_section(Encoding *encoding, uint32_t section)
{
    const Section *added = section_at(encoding, section);
    IndexList *others = list_map_insert(&encoding->encoded_sections, added->lock);
    for (uint32_t i = 0; i < others->count; i++) {
        const Section *other = section_at(encoding, others->data[i]);
        if (other->thread != added->thread && !(other->reading && added->reading))
            exclude(encoding, others->data[i], section);
    }
    vector_push(others, section);
}

// --- Condition variables: a signal wakes one of those who wait, a broadcast all or one certain thread; none is lost while
// somebody waits whom it may wake.

typedef struct Meeting {
    Literal *matches; // [signal * waits + wait]: the signal wakes the wait; 0: impossible
    IndexList waits, signals;
} Meeting;

static Literal *match_of(Meeting *meeting, uint32_t signal, uint32_t wait)
{
    return &meeting->matches[signal * meeting->waits.count + wait];
}

static bool may_wake(const Encoding *encoding, const Signal *signal, const Wait *wait)
{
    return encoding_event(encoding, signal->event)->thread != wait->thread &&
           (signal->only == NO_THREAD || signal->only == wait->thread);
}

static void make_matches(Encoding *encoding, Meeting *meeting)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    for (uint32_t s = 0; s < meeting->signals.count && !encoding_stopped(encoding); s++)
        for (uint32_t w = 0; w < meeting->waits.count; w++) {
            const Signal *signal = &concurrent->signals.data[meeting->signals.data[s]];
            const Wait *wait = &concurrent->waits.data[meeting->waits.data[w]];
            if (!may_wake(encoding, signal, wait))
                continue;
            Literal literal = solver_new_literal(encoding->solver);
            *match_of(meeting, s, w) = literal;
            vector_push(&encoding->wakes.of_wait.data[meeting->waits.data[w]], (Match){signal->event, literal});
            ADD_CLAUSE(encoding, -literal, encoding_executed(encoding, signal->event));
            ADD_CLAUSE(encoding, -literal, encoding_executed(encoding, wait->begin));
            ADD_CLAUSE(encoding, -literal, encoding_before(encoding, wait->begin, signal->event));
            if (wait->timed_out) {
                // A signal that reaches it leads off the recorded path: only a question about just that lets it happen.
                ADD_CLAUSE(encoding, -literal, encoding_stop_at(encoding, wait->wake));
                ADD_CLAUSE(encoding, -literal, -encoding_executed(encoding, wait->wake));
            } else if (wait->wake != NO_EVENT) {
                ADD_CLAUSE(encoding, -literal, encoding_executed(encoding, wait->wake));
                ADD_CLAUSE(encoding, -literal, encoding_before(encoding, signal->event, wait->wake));
            }
        }
}

static void limit_matches(Encoding *encoding, Meeting *meeting)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    for (uint32_t w = 0; w < meeting->waits.count; w++)
        for (uint32_t s = 0; s < meeting->signals.count && !encoding_stopped(encoding); s++)
            for (uint32_t t = 0; t < s; t++)
                if (*match_of(meeting, s, w) && *match_of(meeting, t, w))
                    ADD_CLAUSE(encoding, -*match_of(meeting, s, w), -*match_of(meeting, t, w));
    for (uint32_t s = 0; s < meeting->signals.count && !encoding_stopped(encoding); s++)
        for (uint32_t w = 0; !concurrent->signals.data[meeting->signals.data[s]].broadcast && w < meeting->waits.count;
             w++)
            for (uint32_t v = 0; v < w; v++)
                if (*match_of(meeting, s, w) && *match_of(meeting, s, v))
                    ADD_CLAUSE(encoding, -*match_of(meeting, s, w), -*match_of(meeting, s, v));
    for (uint32_t w = 0; w < meeting->waits.count; w++) {
        const Wait *wait = &concurrent->waits.data[meeting->waits.data[w]];
        if (wait->wake != NO_EVENT && !wait->timed_out)
            encoding_require_signal(encoding, meeting->waits.data[w], -encoding_executed(encoding, wait->wake));
    }
}

// A wait that ends without a signal does so from its beginning on: of one that goes on since before this part of the run
// it is settled that it does not.
static bool may_end_by_itself(const ConcurrentTrace *concurrent, const Wait *wait)
{
    return concurrent->trace->program.rules.spurious_wakeups &&
           !concurrent_trace_recorded(concurrent, wait->begin)->earlier;
}

void encoding_require_signal(Encoding *encoding, uint32_t wait, Literal unless)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    bool spurious = may_end_by_itself(concurrent, &concurrent->waits.data[wait]);
    uint32_t repeats = concurrent->waits.data[wait].repeats;
    if (spurious && !repeats)
        return;
    LiteralList some = {0};
    vector_push(&some, unless);
    for (uint32_t i = 0; i < encoding->wakes.of_wait.data[wait].count; i++)
        vector_push(&some, encoding->wakes.of_wait.data[wait].data[i].literal);
    for (uint32_t i = 0; spurious && i < encoding->wakes.of_wait.data[repeats - 1].count; i++)
        vector_push(&some, encoding->wakes.of_wait.data[repeats - 1].data[i].literal);
    encoding_add_clause(encoding, some.data, some.count);
    vector_free(&some);
}

// A signal given while the wait goes on wakes it (a broadcast) or another one.
static void forbid_loss(Encoding *encoding, Meeting *meeting, uint32_t s, uint32_t w)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const Signal *signal = &concurrent->signals.data[meeting->signals.data[s]];
    const Wait *wait = &concurrent->waits.data[meeting->waits.data[w]];
    if (!may_wake(encoding, signal, wait))
        return;
    LiteralList some = {0};
    vector_push(&some, -encoding_executed(encoding, signal->event));
    vector_push(&some, -encoding_executed(encoding, wait->begin));
    vector_push(&some, -encoding_before(encoding, wait->begin, signal->event));
    for (uint32_t v = 0; v < meeting->waits.count; v++)
        if (*match_of(meeting, s, v) && (v == w || !signal->broadcast))
            vector_push(&some, *match_of(meeting, s, v));
    for (uint32_t t = 0; t < meeting->signals.count; t++)
        if (t != s && *match_of(meeting, t, w))
            vector_push(&some,
                        solver_and(encoding->solver, *match_of(meeting, t, w),
                                   encoding_before(encoding, concurrent->signals.data[meeting->signals.data[t]].event,
                                                   signal->event)));
    if (wait->wake != NO_EVENT && (wait->timed_out || may_end_by_itself(concurrent, wait))) {
        Literal executed = encoding_executed(encoding, wait->wake);
        vector_push(&some,
                    solver_and(encoding->solver, executed, encoding_before(encoding, wait->wake, signal->event)));
    }
    encoding_add_clause(encoding, some.data, some.count);
    vector_free(&some);
}

void encoding_require_condition_variable(Encoding *encoding, uint64_t address)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    uint64_t *written = map_insert(&encoding->wakes.written, address);
    if (*written)
        return;
    *written = true;
    Meeting meeting = {0};
    for (uint32_t i = 0; i < concurrent->waits.count; i++)
        if (concurrent->waits.data[i].condition == address)
            vector_push(&meeting.waits, i);
    for (uint32_t i = 0; i < concurrent->signals.count; i++)
        if (concurrent->signals.data[i].condition == address)
            vector_push(&meeting.signals, i);
    VECTOR(Literal) matches = {0};
    vector_resize(&matches, meeting.waits.count * meeting.signals.count);
    meeting.matches = matches.data;
    make_matches(encoding, &meeting);
    limit_matches(encoding, &meeting);
    for (uint32_t s = 0; s < meeting.signals.count; s++)
        for (uint32_t w = 0; w < meeting.waits.count && !encoding_stopped(encoding); w++)
            forbid_loss(encoding, &meeting, s, w);
    vector_free(&matches);
    vector_free(&meeting.waits);
    vector_free(&meeting.signals);
}

// The last to arrive gets PTHREAD_BARRIER_SERIAL_THREAD (-1), the others 0.
void encoding_write_barrier(Encoding *encoding, uint32_t index, uint32_t member)
{
    const BarrierRound *round = &encoding->concurrent->barriers.data[index];
    EventId departure = round->departures.data[member], arrival = round->arrivals.data[member];
    Literal executed = encoding_executed(encoding, departure), last = encoding_true(encoding);
    for (uint32_t i = 0; i < round->arrivals.count; i++)
        if (i != member)
            last = solver_and(encoding->solver, last, encoding_before(encoding, round->arrivals.data[i], arrival));
    Term result = concurrent_trace_recorded(encoding->concurrent, departure)->read;
    uint32_t width = term_width(encoding->terms, result);
    Term serial = term_equal(encoding->terms, result, term_constant(encoding->terms, width, UINT64_MAX));
    Term other = term_equal(encoding->terms, result, term_constant(encoding->terms, width, 0));
    ADD_CLAUSE(encoding, -executed, -last, solver_literal(encoding->solver, serial));
    ADD_CLAUSE(encoding, -executed, last, solver_literal(encoding->solver, other));
}

void encoding_list_holders(Encoding *encoding, EventId id, uint64_t lock, bool reading, LiteralList *out)
{
    uint32_t thread = encoding_event(encoding, id)->thread;
    const IndexList *sections = list_map_find(&encoding->index.lock_sections, lock);
    for (uint32_t i = 0; i < sections->count; i++) {
        const Section *section = section_at(encoding, sections->data[i]);
        if (section->thread == thread || (section->reading && reading))
            continue;
        Literal begun = encoding_executed(encoding, section->begin);
        Literal inside = solver_and(encoding->solver, begun, encoding_before(encoding, section->begin, id));
        if (section->end != NO_EVENT) {
            Literal ended = encoding_executed(encoding, section->end);
            Literal later = solver_or(encoding->solver, -ended, encoding_before(encoding, id, section->end));
            inside = solver_and(encoding->solver, inside, later);
        }
        vector_push(out, inside);
    }
}

// An attempt fails while another thread is inside a section that excludes it.
void encoding_write_failed_attempt(Encoding *encoding, EventId id)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const ConcurrentEvent *event = encoding_event(encoding, id);
    const TraceEvent *recorded = concurrent_trace_recorded(concurrent, id);
    bool reading = recorded->reading == 1;
    if (concurrent_trace_fails_semaphore(concurrent, id)) // its cell says it; it has none if nobody else ever used it
        return;
    for (uint32_t i = 0; i < event->section_count; i++)
        if (section_at(encoding, concurrent->section_lists.data[event->first_section + i])->lock == recorded->address)
            return; // its own thread holds the lock
    LiteralList some = {0};
    vector_push(&some, -encoding_executed(encoding, id));
    encoding_list_holders(encoding, id, recorded->address, reading, &some);
    encoding_add_clause(encoding, some.data, some.count);
    vector_free(&some);
}
