// Operations that could have gone another way although no condition of the path says so: attempts to take a lock or a
// semaphore that do not wait for ever, waits with a time limit, pthread_once. Which way they go is decided by the state
// in which they are reached, so the question about the other way asks for an execution that ends right before the
// operation, in a state that decides otherwise. What decides is what the machine looks at (machine/sync.c): a timed
// attempt fails where an untimed one would have to wait, and a wait may reach its time limit whenever it has not been
// woken.
//
// Where the recorded events do not tell that state, or not in every order, the concurrent trace says so in words
// (ConcurrentTrace.unasked): whoever claims that no execution was left out must look there.
#include "base/memory.h"
#include "base/text.h"
#include "encode/questions.h"
#include "encode/encoding_state.h"

enum { HANDLE_BYTES = 8 }; // of a pthread_t

uint32_t concurrent_trace_event_outcome(const ConcurrentTrace *concurrent, EventId event)
{
    const TraceEvent *recorded = concurrent_trace_recorded(concurrent, event);
    switch (recorded->kind) {
    case EVENT_lock_failed:
        return 0;
    case EVENT_read: // of an exchange that failed without reason
        return recorded->conditional ? 0 : NO_OUTCOME;
    case EVENT_wake:
        return recorded->value == 0;
    case EVENT_once_begin:
        return recorded->value != 0;
    case EVENT_lock:
    case EVENT_read_lock:
    case EVENT_write_lock:
    case EVENT_semaphore_wait:
    case EVENT_update:
        return recorded->conditional ? 1 : NO_OUTCOME;
    default:
        return NO_OUTCOME;
    }
}

bool concurrent_trace_fails_semaphore(const ConcurrentTrace *concurrent, EventId event)
{
    const TraceEvent *recorded = concurrent_trace_recorded(concurrent, event);
    return recorded->kind == EVENT_lock_failed && recorded->value == UINT64_MAX; // the others return what is wrong
}

bool question_has_other_outcome(const ConcurrentTrace *concurrent, EventId event)
{
    const TraceEvent *recorded = concurrent_trace_recorded(concurrent, event);
    switch (recorded->kind) {
    case EVENT_once_begin:
        return true;
    case EVENT_wake:
    case EVENT_read:
    case EVENT_update:
    case EVENT_lock_failed:
    case EVENT_lock:
    case EVENT_read_lock:
    case EVENT_write_lock:
    case EVENT_semaphore_wait:
        return recorded->conditional;
    default:
        return false;
    }
}

// --- What cannot be asked about

void concurrent_trace_leave_unasked(ConcurrentTrace *concurrent, const char *what, const TraceEvent *where)
{
    concurrent->other_outcomes = true;
    if (concurrent->unasked)
        return;
    Text text = {0};
    text_append(&text, what);
    if (where) {
        text_append(&text, " (");
        trace_position_describe(&where->position, &text);
        text_append(&text, ")");
    }
    concurrent->unasked = memory_copy_string(text_string(&text));
    text_free(&text);
}

static bool arrives_in(const ConcurrentTrace *concurrent, const BarrierRound *round, uint32_t thread)
{
    for (uint32_t i = 0; i < round->arrivals.count; i++)
        if (concurrent->events.data[round->arrivals.data[i]].thread == thread)
            return true;
    return false;
}

// The formula does not know when that would be: a run that it finds may go otherwise.
static void leave_unknown(ConcurrentTrace *concurrent, const char *otherwise, const TraceEvent *recorded)
{
    concurrent->approximate = true;
    concurrent_trace_leave_unasked(concurrent, otherwise, recorded);
}

// Rounds are fixed as observed. That is all there is if always the same threads come, each once a round.
static void check_barriers(ConcurrentTrace *concurrent)
{
    for (uint32_t i = 0; i < concurrent->barriers.count && !concurrent_trace_stopped(concurrent); i++)
        for (uint32_t j = 0; j < i; j++) {
            const BarrierRound *later = &concurrent->barriers.data[i], *earlier = &concurrent->barriers.data[j];
            if (concurrent_trace_recorded(concurrent, later->arrivals.data[0])->address !=
                concurrent_trace_recorded(concurrent, earlier->arrivals.data[0])->address)
                continue;
            for (uint32_t k = 0; k < later->arrivals.count; k++)
                if (!arrives_in(concurrent, earlier, concurrent->events.data[later->arrivals.data[k]].thread))
                    leave_unknown(concurrent, "another order of arrivals at a barrier",
                                  concurrent_trace_recorded(concurrent, later->arrivals.data[k]));
        }
}

// The state is read off the events of one life of the object: a semaphore that was initialised once, a pthread_once
// whose routine ran once or that is the business of one thread.
typedef struct Life {
    uint32_t beginnings;
    uint32_t thread; // the only one so far to use it
    bool shared;
} Life;

static void check_lives(ConcurrentTrace *concurrent)
{
    Map numbers = {0}; // object -> index into `lives` + 1
    VECTOR(Life) lives = {0};
    for (EventId i = 0; i < concurrent->events.count; i++) {
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, i);
        bool initialises = recorded->kind == EVENT_sync_init, once = recorded->kind == EVENT_once_begin;
        if (!initialises && !once)
            continue;
        uint64_t *number = map_insert(&numbers, recorded->address);
        if (!*number) {
            vector_push(&lives, (Life){.thread = recorded->thread});
            *number = lives.count;
        }
        Life *life = &lives.data[*number - 1];
        life->beginnings += initialises || recorded->value;
        life->shared |= initialises || life->thread != recorded->thread;
    }
    for (EventId i = 0; i < concurrent->events.count && !concurrent_trace_stopped(concurrent); i++) {
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, i);
        bool semaphore = recorded->kind == EVENT_semaphore_wait || concurrent_trace_fails_semaphore(concurrent, i);
        const uint64_t *number = map_find(&numbers, recorded->address);
        if (!number || !question_has_other_outcome(concurrent, i) || !(semaphore || recorded->kind == EVENT_once_begin))
            continue;
        const Life *life = &lives.data[*number - 1];
        if (life->shared && life->beginnings > 1)
            leave_unknown(concurrent,
                          semaphore ? "whether a semaphore that is initialised again can be taken"
                                    : "who runs the routine of a pthread_once that is used again",
                          recorded);
    }
    vector_free(&lives);
    map_free(&numbers);
}

// Whether others may have got hold of the number of a thread, which its handle and the addresses of its memory tell.
static bool shows_number(const ConcurrentTrace *concurrent, uint32_t thread)
{
    for (uint32_t i = 0; i < concurrent->trace->events.count; i++) {
        const TraceEvent *event = &concurrent->trace->events.data[i];
        if ((event->kind == EVENT_publish && event->thread == thread) ||
            (event->kind == EVENT_write && event->size == HANDLE_BYTES && event->value == thread + 1))
            return true;
    }
    return false;
}

// Threads are numbered in the order of their creation. Where different threads create some, the numbers are those of
// the run, and may be others in another order.
static void check_creations(ConcurrentTrace *concurrent)
{
    Order *order = concurrent_trace_create_order(concurrent, NULL, ORDER_GRAPH);
    EventList creations = {0};
    for (EventId i = 0; i < concurrent->events.count; i++)
        if (concurrent->events.data[i].kind == EVENT_create)
            vector_push(&creations, i);
    for (uint32_t i = 0; i < creations.count && !concurrent_trace_stopped(concurrent); i++) {
        EventId own = creations.data[i];
        bool settled = true;
        for (uint32_t j = 0; j < creations.count && settled; j++)
            settled = concurrent->events.data[creations.data[j]].thread == concurrent->events.data[own].thread ||
                      concurrent_trace_must_precede(concurrent, order, own, creations.data[j]) ||
                      concurrent_trace_must_precede(concurrent, order, creations.data[j], own);
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, own);
        if (settled || !shows_number(concurrent, recorded->other))
            continue;
        leave_unknown(concurrent, "which addresses and handles threads have that are created in another order",
                      recorded);
    }
    vector_free(&creations);
    order_free(order);
}

// A post is refused or not as the value is then, which is not asked about.
static void check_posts(ConcurrentTrace *concurrent)
{
    for (EventId i = 0; i < concurrent->events.count && !concurrent_trace_stopped(concurrent); i++) {
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, i);
        if (recorded->kind == EVENT_semaphore_post && recorded->previous + concurrent->events.count > SEMAPHORE_MAXIMUM)
            concurrent_trace_leave_unasked(concurrent, "whether a semaphore reaches its greatest value", recorded);
    }
}

static void leave_rules_unasked(ConcurrentTrace *concurrent)
{
    const Rules *rules = &concurrent->trace->program.rules;
    const struct {
        bool holds;
        const char *otherwise;
    } rows[] = {
#define X(name, value, otherwise) {rules->name, otherwise},
        RULE_TABLE(X)
#undef X
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].holds && rows[i].otherwise)
            concurrent_trace_leave_unasked(concurrent, rows[i].otherwise, NULL);
}

void concurrent_trace_find_outcomes(ConcurrentTrace *concurrent)
{
    if (concurrent->other_outcomes) // found by others
        concurrent_trace_leave_unasked(concurrent, "which of the objects at one address was meant", NULL);
    for (EventId i = 0; i < concurrent->events.count && !concurrent_trace_stopped(concurrent); i++)
        concurrent->other_outcomes |=
            concurrent_trace_recorded(concurrent, i)->conditional || question_has_other_outcome(concurrent, i);
    check_barriers(concurrent);
    check_lives(concurrent);
    check_creations(concurrent);
    check_posts(concurrent);
    leave_rules_unasked(concurrent);
}

// --- The question

static bool in_atomic_section(const Encoding *encoding, EventId id)
{
    const ConcurrentEvent *event = encoding_event(encoding, id);
    const ConcurrentThread *thread = &encoding->concurrent->threads.data[event->thread];
    for (uint32_t i = event->position; i-- > 0;) {
        EventKind kind = encoding_event(encoding, thread->events.data[i])->kind;
        if (kind == EVENT_atomic_begin || kind == EVENT_atomic_end)
            return kind == EVENT_atomic_begin;
    }
    return false;
}

// A lock section that became one node of the order (reduction.c).
static bool is_merged(const Encoding *encoding, const Section *section)
{
    return section->end != NO_EVENT &&
           encoding_event(encoding, section->begin)->node == encoding_event(encoding, section->end)->node &&
           !in_atomic_section(encoding, section->begin);
}

// The section is held when the execution ends. One that happens as a whole may be stopped in for this question, right
// after its beginning; the others like it are over by then, which is not written elsewhere.
static Literal is_held(Encoding *encoding, const Section *section, const IndexList *all, Literal question)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    if (!is_merged(encoding, section))
        return encoding_section_held(encoding, section);
    Literal held = encoding_violates_at(encoding, section->thread,
                                        encoding_event(encoding, section->begin)->position + 1, 0, question);
    for (uint32_t i = 0; i < all->count; i++) {
        const Section *other = &concurrent->sections.data[all->data[i]];
        if (other->thread != section->thread && !(other->reading && section->reading) && is_merged(encoding, other))
            ADD_CLAUSE(encoding, -held, -encoding_executed(encoding, other->begin),
                       encoding_before(encoding, other->end, section->begin));
    }
    return held;
}

static void require_lock_state(Encoding *encoding, Literal question, EventId id, bool held)
{
    const ConcurrentEvent *event = encoding_event(encoding, id);
    const TraceEvent *recorded = concurrent_trace_recorded(encoding->concurrent, id);
    bool reading = event->kind == EVENT_read_lock || (event->kind == EVENT_lock_failed && recorded->reading == 1);
    const IndexList *all = list_map_find(&encoding->index.lock_sections, recorded->address);
    LiteralList holders = {0};
    vector_push(&holders, -question);
    for (uint32_t i = 0; i < all->count; i++) {
        const Section *section = &encoding->concurrent->sections.data[all->data[i]];
        if (section->thread == event->thread || (section->reading && reading))
            continue;
        if (held)
            vector_push(&holders, is_held(encoding, section, all, question));
        else
            ADD_CLAUSE(encoding, -question, -encoding_section_held(encoding, section));
    }
    if (held)
        encoding_add_clause(encoding, holders.data, holders.count);
    vector_free(&holders);
}

// A symbol that is true exactly if the event is executed.
static Term executed_symbol(Encoding *encoding, EventId event)
{
    Term symbol = term_symbol(encoding->terms, 1, NULL);
    Literal literal = solver_literal(encoding->solver, symbol), executed = encoding_executed(encoding, event);
    ADD_CLAUSE(encoding, -literal, executed);
    ADD_CLAUSE(encoding, literal, -executed);
    return symbol;
}

// How often it was posted and taken tells the value of a semaphore, in whatever order that was. NO_TERM if that is not
// all.
static Term semaphore_value(Encoding *encoding, const Cell *cell)
{
    TermTable *terms = encoding->terms;
    Term value = term_zero_extend(terms, cell->initial, 32);
    Term zero = term_constant(terms, 32, 0), one = term_constant(terms, 32, 1);
    for (uint32_t i = 0; i < cell->accesses.count; i++) {
        const Access *access = &encoding->concurrent->accesses.data[cell->accesses.data[i]];
        switch (encoding_event(encoding, access->event)->kind) {
        case EVENT_sync_init:
            if (i)
                return NO_TERM;
            break; // to what it is initially
        case EVENT_semaphore_post:
            value = term_add(terms, value, term_ite(terms, executed_symbol(encoding, access->event), one, zero));
            break;
        case EVENT_semaphore_wait:
            value = term_sub(terms, value, term_ite(terms, executed_symbol(encoding, access->event), one, zero));
            break;
        default:
            break;
        }
    }
    return value;
}

static void require_semaphore_state(Encoding *encoding, Literal question, EventId id, bool zero)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const ConcurrentEvent *event = encoding_event(encoding, id);
    Term value =
        event->access_count
            ? semaphore_value(encoding, &concurrent->cells.data[concurrent->accesses.data[event->first_access].cell])
            : NO_TERM; // nobody ever posts or takes it
    if (!value) {
        ADD_CLAUSE(encoding, -question);
        return;
    }
    Literal is_zero =
        solver_literal(encoding->solver, term_equal(encoding->terms, value, term_constant(encoding->terms, 32, 0)));
    ADD_CLAUSE(encoding, -question, zero ? is_zero : -is_zero);
}

// A signal has reached the wait that timed out, or it needs none.
static void require_wake(Encoding *encoding, Literal question, uint32_t wait)
{
    const Wait *waited = &encoding->concurrent->waits.data[wait];
    encoding_require_condition_variable(encoding, waited->condition);
    encoding_require_signal(encoding, wait, -question);
    encoding_allow_stop(encoding, waited->wake, question);
}

// Of all waits that timed out no other one is reached by a signal: one thread leaves the recorded path, not two.
static void require_waits(Encoding *encoding, Literal question, EventId id)
{
    for (uint32_t i = 0; i < encoding->concurrent->waits.count; i++) {
        const Wait *wait = &encoding->concurrent->waits.data[i];
        if (wait->timed_out && wait->wake == id)
            require_wake(encoding, question, i);
        else if (wait->timed_out)
            ADD_CLAUSE(encoding, -question, -encoding_stop_at(encoding, wait->wake));
    }
}

// Whoever finds the routine done finds that another thread has done it; whoever is to run it, that nobody has begun.
static void require_once_state(Encoding *encoding, Literal question, EventId id, bool done)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    uint64_t control = concurrent_trace_recorded(concurrent, id)->address;
    LiteralList some = {0};
    vector_push(&some, -question);
    bool run = false;
    for (EventId i = 0; i < concurrent->events.count; i++) {
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, i);
        if (recorded->address != control || i == id)
            continue;
        if (done && recorded->kind == EVENT_once_end && recorded->thread != concurrent->events.data[id].thread) {
            vector_push(&some, encoding_executed(encoding, i));
        } else if (!done && recorded->kind == EVENT_once_begin && recorded->value) {
            ADD_CLAUSE(encoding, -question, -encoding_executed(encoding, i));
            run = true;
        }
    }
    if (done || !run)
        encoding_add_clause(encoding, some.data, some.count);
    vector_free(&some);
}

// Otherwise it would not go the other way but be a violation.
static void require_object(Encoding *encoding, Literal question, EventId id)
{
    for (uint32_t i = 0; i < encoding->concurrent->lifetimes.count; i++) {
        const Lifetime *lifetime = &encoding->concurrent->lifetimes.data[i];
        if (lifetime->use != id)
            continue;
        if (lifetime->begins)
            ADD_CLAUSE(encoding, -question, encoding_executed(encoding, lifetime->ending.event));
        else
            encoding_forbid(encoding, lifetime->ending, question);
    }
}

Literal question_other_outcome(Encoding *encoding, EventId id)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const ConcurrentEvent *event = encoding_event(encoding, id);
    bool succeeded = concurrent_trace_event_outcome(concurrent, id) == 1;
    Literal question = -solver_new_literal(encoding->solver);
    ADD_CLAUSE(encoding, -question,
               encoding_violates_at(encoding, event->thread, event->position, ALL_CONDITIONS, question));
    require_object(encoding, question, id);
    require_waits(encoding, question, id);
    if (event_kind_locks(event->kind))
        require_lock_state(encoding, question, id, true);
    else if (event->kind == EVENT_semaphore_wait)
        require_semaphore_state(encoding, question, id, true);
    else if (event->kind == EVENT_once_begin)
        require_once_state(encoding, question, id, succeeded);
    else if (concurrent_trace_fails_semaphore(concurrent, id))
        require_semaphore_state(encoding, question, id, false);
    else if (event->kind == EVENT_lock_failed)
        require_lock_state(encoding, question, id, false);
    return question;
}
