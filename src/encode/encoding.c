#include <stdlib.h>

#include "base/fail.h"
#include "base/memory.h"
#include "base/none.h"
#include "base/statistics.h"
#include "encode/encoding_state.h"

enum { DEFERRED_ROUNDS = 30 };

void encoding_add_clause(Encoding *encoding, const Literal *literals, uint32_t count)
{
    solver_add_clause(encoding->solver, literals, count);
}

void encoding_push_task(Encoding *encoding, TaskKind kind, uint32_t index)
{
    vector_push(&encoding->tasks, (Task){kind, index});
}

Literal encoding_true(const Encoding *encoding)
{
    return solver_true(encoding->solver);
}

bool encoding_stopped(const Encoding *encoding)
{
    return limits_stop(encoding->limits);
}

const ConcurrentTrace *encoding_trace(const Encoding *encoding)
{
    return encoding->concurrent;
}

Solver *encoding_solver(const Encoding *encoding)
{
    return encoding->solver;
}

// --- Creation

Encoding *encoding_create(const ConcurrentTrace *concurrent, const EncodingOptions *options, Limits *limits)
{
    double started = clock_now();
    Encoding *encoding = memory_allocate_zeroed(sizeof *encoding);
    encoding->concurrent = concurrent;
    encoding->options = *options;
    encoding->limits = limits;
    encoding->terms = concurrent->terms;
    encoding->solver = solver_create(concurrent->terms, limits);
    if (options->keep_clauses)
        solver_keep_clauses(encoding->solver);
    encoding->order = concurrent_trace_create_order(concurrent, encoding->solver, options->order_method);
    vector_resize(&encoding->executed, concurrent->events.count);
    vector_resize(&encoding->stops.at, concurrent->events.count + concurrent->threads.count);
    vector_resize(&encoding->stops.later, concurrent->events.count + concurrent->threads.count);
    vector_resize(&encoding->encoded, concurrent->threads.count);
    vector_resize(&encoding->reads.states, concurrent->accesses.count);
    vector_resize(&encoding->wakes.of_wait, concurrent->waits.count);
    trace_index_create(&encoding->index, concurrent);
    encoding_restrict(encoding);
    encoding->reads.symbol_mark = terms_new_mark(concurrent->terms);
    if (options->whole_trace)
        for (uint32_t i = 0; i < concurrent->threads.count; i++)
            if (concurrent->threads.data[i].events.count)
                encoding_executed(encoding, vector_last(&concurrent->threads.data[i].events));
    encoding->statistics.seconds += clock_now() - started;
    return encoding;
}

void encoding_free(Encoding *encoding)
{
    if (!encoding)
        return;
    order_free(encoding->order);
    solver_free(encoding->solver);
    for (uint32_t i = 0; i < encoding->reads.states.count; i++)
        vector_free(&encoding->reads.states.data[i].candidates);
    vector_free(&encoding->reads.states);
    vector_free(&encoding->executed);
    vector_free(&encoding->encoded);
    vector_free(&encoding->tasks);
    vector_free(&encoding->stops.at);
    vector_free(&encoding->stops.later);
    vector_free(&encoding->stops.places);
    for (uint32_t i = 0; i < encoding->wakes.of_wait.count; i++)
        vector_free(&encoding->wakes.of_wait.data[i]);
    vector_free(&encoding->wakes.of_wait);
    map_free(&encoding->wakes.written);
    vector_free(&encoding->causal.free_reads);
    list_map_free(&encoding->causal.observed);
    list_map_free(&encoding->encoded_sections);
    trace_index_free(&encoding->index);
    vector_free(&encoding->assumptions);
    vector_free(&encoding->sequence);
    free(encoding);
}

// --- Literals

// Whether the thread goes on to it from the event before, unless it has to wait or a question stops there.
static bool comes_with_previous(const Encoding *encoding, EventId id)
{
    return encoding_event(encoding, id)->in_atomic || encoding_event(encoding, id)->may_wait;
}

Literal encoding_executed(Encoding *encoding, EventId id)
{
    const ConcurrentEvent *event = encoding_event(encoding, id);
    const ConcurrentThread *thread = &encoding->concurrent->threads.data[event->thread];
    uint32_t *count = &encoding->encoded.data[event->thread];
    // The events of a node come together.
    while (*count <= event->position ||
           (*count < thread->events.count && comes_with_previous(encoding, thread->events.data[*count]))) {
        EventId next = thread->events.data[(*count)++];
        encoding->executed.data[next] = -solver_new_literal(encoding->solver); // not, unless something needs it
        encoding_push_task(encoding, TASK_EVENT, next);
    }
    return encoding->executed.data[id];
}

// Most values do not matter to most questions. A read is encoded when a solution has a wrong value for it, or at once
// if that has happened too often.
static void demand_read(Encoding *encoding, uint32_t index)
{
    ReadState *state = &encoding->reads.states.data[index];
    if (state->demanded || !encoding->concurrent->accesses.data[index].read)
        return;
    state->demanded = true;
    encoding_write_bounds(encoding, index);
    encoding->reads.demanded_count++;
    encoding_executed(encoding, encoding->concurrent->accesses.data[index].event);
    // A bound on changes of thread counts the order of all that was asked about, so it must not depend on luck.
    if (encoding->options.whole_trace || encoding->bound || encoding->reads.deferred_rounds > DEFERRED_ROUNDS)
        encoding_push_task(encoding, TASK_READ, index);
}

static void demand_symbol(void *context, Term symbol)
{
    Encoding *encoding = context;
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const uint64_t *access = map_find(&concurrent->symbol_access, symbol);
    if (access) {
        EventId event = concurrent->accesses.data[*access - 1].event;
        for (uint32_t i = 0; i < concurrent->events.data[event].access_count; i++)
            demand_read(encoding, concurrent->events.data[event].first_access + i);
        return;
    }
    const uint64_t *place = map_find(&encoding->index.barrier_symbols, symbol);
    if (!place)
        return;
    encoding->reads.demanded_count++;
    encoding_write_barrier(encoding, (uint32_t)((*place - 1) >> 32), (uint32_t)(*place - 1));
}

void encoding_demand(Encoding *encoding, Term term)
{
    term_each_symbol(encoding->terms, term, encoding->reads.symbol_mark, demand_symbol, encoding);
}

Literal encoding_condition(Encoding *encoding, Term term)
{
    encoding_demand(encoding, term);
    return solver_literal(encoding->solver, term);
}

Literal encoding_before(Encoding *encoding, EventId a, EventId b)
{
    const ConcurrentEvent *first = encoding_event(encoding, a), *second = encoding_event(encoding, b);
    if (first->thread == second->thread)
        return first->position < second->position ? encoding_true(encoding) : -encoding_true(encoding);
    uint32_t section_a, section_b;
    if (!concurrent_trace_find_exclusion(encoding->concurrent, a, b, &section_a, &section_b))
        return order_before(encoding->order, first->node, second->node);
    // Under a common lock it is the sections that have an order.
    const Section *left = &encoding->concurrent->sections.data[section_a],
                  *right = &encoding->concurrent->sections.data[section_b];
    if (left->end == NO_EVENT)
        return -encoding_true(encoding);
    return order_before(encoding->order, encoding_event(encoding, left->end)->node,
                        encoding_event(encoding, right->begin)->node);
}

Literal encoding_passes(Encoding *encoding, uint32_t thread_id, uint32_t position, uint32_t conditions)
{
    const ConcurrentThread *thread = &encoding->concurrent->threads.data[thread_id];
    Literal passes = solver_new_literal(encoding->solver);
    if (position)
        ADD_CLAUSE(encoding, -passes, encoding_executed(encoding, thread->events.data[position - 1]));
    uint32_t first = concurrent_trace_first_condition(thread, position);
    for (uint32_t i = first; i < thread->conditions.count && i - first < conditions; i++) {
        const Condition *condition = &thread->conditions.data[i];
        if (condition->position != position)
            break;
        if (condition->kind != EVENT_check && !condition->certain)
            ADD_CLAUSE(encoding, -passes, encoding_condition(encoding, condition->term));
    }
    return passes;
}

Literal encoding_stands_before(Encoding *encoding, uint32_t thread_id, uint32_t position, uint32_t conditions)
{
    const ConcurrentThread *thread = &encoding->concurrent->threads.data[thread_id];
    Literal stands = encoding_passes(encoding, thread_id, position, conditions);
    if (position < thread->events.count)
        ADD_CLAUSE(encoding, -stands, -encoding_executed(encoding, thread->events.data[position]));
    return stands;
}

// That one of the conditions at a position does not hold, of those before `end`: whoever fails a check goes no further,
// either.
static void push_conditions(Encoding *encoding, uint32_t thread_id, uint32_t position, uint32_t end,
                            LiteralList *clause)
{
    const ConcurrentThread *thread = &encoding->concurrent->threads.data[thread_id];
    for (uint32_t i = concurrent_trace_first_condition(thread, position);
         i < end && i < thread->conditions.count && thread->conditions.data[i].position == position; i++)
        if (!thread->conditions.data[i].certain)
            vector_push(clause, -encoding_condition(encoding, thread->conditions.data[i].term));
}

// That something after the event, in the same step of its thread, does not hold.
static void push_rest_of_step(Encoding *encoding, EventId event, LiteralList *clause)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const ConcurrentThread *thread = &concurrent->threads.data[concurrent->events.data[event].thread];
    uint32_t step = concurrent_trace_recorded(concurrent, event)->step,
             position = concurrent->events.data[event].position;
    do {
        push_conditions(encoding, concurrent->events.data[event].thread, ++position, ALL_CONDITIONS, clause);
    } while (position < thread->events.count &&
             concurrent_trace_recorded(concurrent, thread->events.data[position])->step == step);
}

// The event that this one comes with, in the same step: what a thread does after its operation without giving anybody a
// chance, which may be to create others, which run to their first operation. NO_EVENT if it is an operation of its own,
// or needs what others do and may come with that in another order.
static EventId find_cause(const ConcurrentTrace *concurrent, EventId event)
{
    const ConcurrentEvent *own = &concurrent->events.data[event];
    if (own->kind == EVENT_join || own->kind == EVENT_barrier_leave)
        return NO_EVENT;
    const ConcurrentThread *thread = &concurrent->threads.data[own->thread];
    EventId before = own->position ? thread->events.data[own->position - 1] : thread->create;
    bool together = before != NO_EVENT && concurrent_trace_recorded(concurrent, before)->step ==
                                              concurrent_trace_recorded(concurrent, event)->step;
    return together ? before : NO_EVENT;
}

// Whether the thread can stand before it for ever, because it comes with the next operation: a misuse of a lock.
static bool has_own_step(const ConcurrentTrace *concurrent, const ConcurrentThread *thread, const Condition *condition)
{
    EventId before = condition->position ? thread->events.data[condition->position - 1] : thread->create;
    uint32_t step = before != NO_EVENT ? concurrent_trace_recorded(concurrent, before)->step : NO_STEP;
    return concurrent->trace->events.data[condition->trace].step != step;
}

void encoding_require_condition(Encoding *encoding, uint32_t thread_id, uint32_t index)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const ConcurrentThread *thread = &concurrent->threads.data[thread_id];
    const Condition *condition = &thread->conditions.data[index];
    if (condition->certain)
        return;
    LiteralList clause = {0};
    if (has_own_step(concurrent, thread, condition)) {
        if (condition->position == thread->events.count)
            return;
        vector_push(&clause, -encoding_executed(encoding, thread->events.data[condition->position]));
    } else if (condition->position) {
        EventId event = thread->events.data[condition->position - 1], cause;
        for (; (cause = find_cause(concurrent, event)) != NO_EVENT; event = cause) {
            // It comes to this if what is before it holds.
            const ConcurrentEvent *own = &concurrent->events.data[event];
            push_conditions(encoding, own->thread, own->position, ALL_CONDITIONS, &clause);
            if (concurrent->events.data[cause].thread != own->thread)
                push_rest_of_step(encoding, cause, &clause);
        }
        // What comes before the first step of all always happens.
        if (concurrent_trace_recorded(concurrent, event)->step != NO_STEP)
            vector_push(&clause, -encoding_executed(encoding, event));
    }
    push_conditions(encoding, thread_id, condition->position, index, &clause);
    vector_push(&clause, encoding_condition(encoding, condition->term));
    encoding_add_clause(encoding, clause.data, clause.count);
    vector_free(&clause);
}

// --- Constraints of an event

static void write_accesses(Encoding *encoding, EventId id, Literal executed)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const ConcurrentEvent *event = encoding_event(encoding, id);
    for (uint32_t i = 0; i < event->access_count; i++) {
        uint32_t index = event->first_access + i;
        const Access *access = &concurrent->accesses.data[index];
        if (access->condition)
            ADD_CLAUSE(encoding, -executed, encoding_condition(encoding, access->condition));
        if (access->read && encoding->options.causal_model != CAUSAL_SYMBOLIC &&
            !encoding->causal.free_reads.data[index]) {
            Term same = term_equal(
                encoding->terms, access->read,
                term_constant(encoding->terms, concurrent->cells.data[access->cell].width, access->observed));
            ADD_CLAUSE(encoding, -executed, encoding_condition(encoding, same));
        }
    }
}

// Whether the thread was stopped inside an atomic section at the end of the run.
static bool ends_in_section(const ConcurrentTrace *concurrent, const ConcurrentThread *thread)
{
    for (uint32_t i = thread->events.count; i-- > 0;) {
        EventKind kind = concurrent->events.data[thread->events.data[i]].kind;
        if (kind == EVENT_atomic_begin || kind == EVENT_atomic_end)
            return kind == EVENT_atomic_begin;
    }
    return false;
}

// Whether this is because an assumption or a check failed, or because it ended the process: nobody goes on then.
static bool stops_in_section(const ConcurrentTrace *concurrent, const ConcurrentThread *thread)
{
    const TraceEvent *blocked = thread->blocked ? &concurrent->trace->events.data[thread->blocked - 1] : NULL;
    bool fails = blocked && (blocked->kind == EVENT_violation || blocked->pending == EVENT_assume);
    return (fails || thread->ends_all) && ends_in_section(concurrent, thread);
}

Literal encoding_violates_at(Encoding *encoding, uint32_t thread_id, uint32_t position, uint32_t conditions,
                             Literal question)
{
    const ConcurrentThread *thread = &encoding->concurrent->threads.data[thread_id];
    EventId next = position < thread->events.count ? thread->events.data[position] : NO_EVENT;
    bool goes_on = next != NO_EVENT ? comes_with_previous(encoding, next)
                                    : stops_in_section(encoding->concurrent, thread) || thread->waits_in_section;
    if (goes_on) {
        uint32_t place = next != NO_EVENT ? next : encoding_place_of_end(encoding, thread_id);
        encoding_allow_stop(encoding, place, question);
    }
    return encoding_stands_before(encoding, thread_id, position, conditions);
}

bool encoding_stop_others(Encoding *encoding, uint32_t thread_id, uint32_t position, Literal question)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const ConcurrentThread *thread = &concurrent->threads.data[thread_id];
    if (position < thread->events.count ? !comes_with_previous(encoding, thread->events.data[position])
                                        : !ends_in_section(concurrent, thread))
        return false;
    EventId here = thread->events.data[position - 1];
    const ConcurrentEvent *begin =
        encoding_event(encoding, concurrent->node_events.data[encoding_event(encoding, here)->node]);
    if (event_kind_locks(begin->kind) && !begin->in_section)
        return false; // the lock keeps the others out
    for (EventId i = 0; i < concurrent->events.count && !encoding_stopped(encoding); i++) {
        const ConcurrentEvent *event = encoding_event(encoding, i);
        if (event->thread != thread_id && !event->in_atomic && !encoding_must_precede(encoding, i, here))
            ADD_CLAUSE(encoding, -question, -encoding_executed(encoding, i), encoding_before(encoding, i, here));
    }
    return true;
}

static void write_event(Encoding *encoding, EventId id)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const ConcurrentEvent *event = encoding_event(encoding, id);
    const ConcurrentThread *thread = &concurrent->threads.data[event->thread];
    Literal executed = encoding->executed.data[id];
    encoding->statistics.events++;
    if (event->position) {
        Literal previous = encoding->executed.data[thread->events.data[event->position - 1]];
        ADD_CLAUSE(encoding, -executed, previous);
        if (event->in_atomic)
            ADD_CLAUSE(encoding, -previous, executed, encoding_stop_at(encoding, id));
    }
    // Nothing comes after a section that was not finished: it is begun only if a question is about its end.
    if (event->position + 1 == thread->events.count && stops_in_section(concurrent, thread))
        ADD_CLAUSE(encoding, -executed, encoding_stop_at(encoding, encoding_place_of_end(encoding, event->thread)));
    for (uint32_t i = concurrent_trace_first_condition(thread, event->position);
         i < thread->conditions.count && thread->conditions.data[i].position == event->position; i++)
        if (thread->conditions.data[i].kind != EVENT_check && !thread->conditions.data[i].certain)
            ADD_CLAUSE(encoding, -executed, encoding_condition(encoding, thread->conditions.data[i].term));
    const IndexList *before = list_map_find(&encoding->index.predecessors, id);
    for (uint32_t i = 0; i < before->count; i++)
        ADD_CLAUSE(encoding, -executed,
                   encoding_executed(encoding, concurrent->precedences.data[before->data[i]].before));
    const IndexList *observed = list_map_find(&encoding->causal.observed, id);
    for (uint32_t i = 0; i < observed->count; i++)
        ADD_CLAUSE(encoding, -executed, encoding_executed(encoding, observed->data[i]));
    if (event->may_wait)
        encoding_write_wait_in_section(encoding, id);
    if (event->position + 1 == thread->events.count && thread->waits_in_section)
        encoding_write_wait_at_end(encoding, event->thread);
    write_accesses(encoding, id, executed);
    encoding_write_lives(encoding, id);
    if (encoding->index.section_of_begin.data[id] != NO_SECTION)
        encoding_write_section(encoding, encoding->index.section_of_begin.data[id]);
    switch (event->kind) {
    case EVENT_wait:
    case EVENT_wake:
    case EVENT_signal:
    case EVENT_broadcast:
        encoding_require_condition_variable(encoding, concurrent_trace_recorded(concurrent, id)->address);
        break;
    case EVENT_lock_failed:
        encoding_write_failed_attempt(encoding, id);
        break;
    default:
        break;
    }
}

// Writes the constraints of everything that was asked for, and of what that leads to.
static void write_pending(Encoding *encoding)
{
    while (encoding->tasks.count && !encoding_stopped(encoding)) {
        Task task = vector_pop(&encoding->tasks);
        if (task.kind == TASK_EVENT)
            write_event(encoding, task.index);
        else
            encoding_write_read(encoding, task.index);
    }
}

// --- Solving

void encoding_set_bound(Encoding *encoding, Literal bound)
{
    encoding->bound = bound;
}

static void collect_assumptions(Encoding *encoding, const Literal *assumptions, uint32_t count)
{
    encoding->assumptions.count = 0;
    for (uint32_t i = 0; i < count; i++)
        vector_push(&encoding->assumptions, assumptions[i]);
    for (uint32_t i = 0; i < encoding->stops.places.count; i++)
        vector_push(&encoding->assumptions, -encoding->stops.later.data[encoding->stops.places.data[i]]);
}

SolveResult encoding_solve(Encoding *encoding, const Literal *assumptions, uint32_t count)
{
    vector_resize(&encoding->sequence, order_node_count(encoding->order));
    for (;;) {
        double started = clock_now();
        write_pending(encoding);
        collect_assumptions(encoding, assumptions, count);
        encoding->statistics.seconds += clock_now() - started;
        SolveResult result = order_solve(encoding->order, encoding->assumptions.data, encoding->assumptions.count);
        if (result != SOLVE_SATISFIED)
            return result;
        started = clock_now();
        order_sequence(encoding->order, encoding->sequence.data);
        bool refined = encoding_refine_reads(encoding);
        encoding->statistics.seconds += clock_now() - started;
        if (!refined)
            return SOLVE_SATISFIED;
        encoding->statistics.refinements++;
    }
}

bool encoding_holds(const Encoding *encoding, Literal literal)
{
    return solver_value(encoding->solver, literal);
}

uint32_t encoding_woken_thread(const Encoding *encoding, EventId signal)
{
    for (uint32_t i = 0; i < encoding->wakes.of_wait.count; i++)
        for (uint32_t j = 0; j < encoding->wakes.of_wait.data[i].count; j++) {
            const Match *match = &encoding->wakes.of_wait.data[i].data[j];
            if (match->signal == signal && solver_value(encoding->solver, match->literal))
                return encoding->concurrent->waits.data[i].thread;
        }
    return NONE;
}

bool encoding_wait_signalled(const Encoding *encoding, uint32_t wait)
{
    for (uint32_t i = 0; i < encoding->wakes.of_wait.data[wait].count; i++)
        if (solver_value(encoding->solver, encoding->wakes.of_wait.data[wait].data[i].literal))
            return true;
    return false;
}

bool encoding_wait_over(const Encoding *encoding, uint32_t wait)
{
    EventId wake = encoding->concurrent->waits.data[wait].wake;
    return wake != NO_EVENT && encoding->executed.data[wake] &&
           solver_value(encoding->solver, encoding->executed.data[wake]);
}

uint64_t encoding_symbol_value(const Encoding *encoding, Term symbol, uint64_t otherwise)
{
    return solver_symbol_value(encoding->solver, symbol, otherwise);
}

void encoding_read_execution(Encoding *encoding, EventList *out)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    out->count = 0;
    for (uint32_t i = 0; i < encoding->sequence.count; i++) {
        EventId id = concurrent->node_events.data[encoding->sequence.data[i]];
        const ConcurrentThread *thread = &concurrent->threads.data[encoding_event(encoding, id)->thread];
        for (uint32_t j = encoding_event(encoding, id)->position; j < thread->events.count; j++) {
            EventId event = thread->events.data[j];
            Literal executed = encoding->executed.data[event];
            if (encoding_event(encoding, event)->node != encoding_event(encoding, id)->node)
                break;
            if (executed && solver_value(encoding->solver, executed))
                vector_push(out, event);
        }
    }
}

EncodingStatistics encoding_statistics(const Encoding *encoding)
{
    EncodingStatistics statistics = encoding->statistics;
    statistics.order = order_statistics(encoding->order);
    return statistics;
}

void encoding_append_smt(const Encoding *encoding, Text *out)
{
    order_append_smt(encoding->order, encoding->assumptions.data, encoding->assumptions.count, out);
}
