#include <stdlib.h>

#include "base/fail.h"
#include "base/memory.h"
#include "base/statistics.h"
#include "encode/state.h"

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

const Model *encoding_model(const Encoding *encoding)
{
    return encoding->model;
}

Solver *encoding_solver(const Encoding *encoding)
{
    return encoding->solver;
}

// --- Indices over the model

typedef VECTOR(IndexList) ListOfLists;

static void add_to_list(Map *map, void *lists_of_map, uint64_t key, uint32_t index)
{
    ListOfLists *lists = lists_of_map;
    uint64_t *number = map_insert(map, key);
    if (!*number) {
        vector_push(lists, (IndexList){0});
        *number = lists->count;
    }
    IndexList *list = &lists->data[*number - 1];
    vector_push(list, index);
}

const IndexList *encoding_find_list(const Map *map, const void *lists_of_map, uint64_t key)
{
    static const IndexList none;
    const ListOfLists *lists = lists_of_map;
    const uint64_t *number = map_find(map, key);
    return number ? &lists->data[*number - 1] : &none;
}

static void index_model(Encoding *encoding)
{
    const Model *model = encoding->model;
    vector_resize(&encoding->section_of_begin, model->events.count);
    for (EventId i = 0; i < model->events.count; i++)
        encoding->section_of_begin.data[i] = NO_SECTION;
    for (uint32_t i = 0; i < model->sections.count; i++) {
        encoding->section_of_begin.data[model->sections.data[i].begin] = i;
        add_to_list(&encoding->locks, &encoding->lock_sections, model->sections.data[i].lock, i);
    }
    vector_resize(&encoding->encoded_sections, encoding->lock_sections.count);
    for (uint32_t i = 0; i < model->precedences.count; i++)
        add_to_list(&encoding->precedences, &encoding->predecessors, model->precedences.data[i].after, i);
    for (uint32_t i = 0; i < model->lifetimes.count; i++)
        if (!model->lifetimes.data[i].begins) {
            add_to_list(&encoding->lifetimes, &encoding->lifetime_lists, model->lifetimes.data[i].ending.event, i);
            add_to_list(&encoding->lifetimes, &encoding->lifetime_lists, model->lifetimes.data[i].use, i);
        }
    for (uint32_t i = 0; i < model->signals.count; i++)
        *map_insert(&encoding->conditions, model->signals.data[i].condition) = 1;
    for (uint32_t i = 0; i < model->waits.count; i++)
        *map_insert(&encoding->conditions, model->waits.data[i].condition) = 1;
    for (uint32_t i = 0; i < model->barriers.count; i++)
        for (uint32_t j = 0; j < model->barriers.data[i].departures.count; j++) {
            EventId left = model->barriers.data[i].departures.data[j];
            if (left != NO_EVENT && model_trace_event(model, left)->read)
                *map_insert(&encoding->barrier_symbols, model_trace_event(model, left)->read) =
                    ((uint64_t)i << 32 | j) + 1;
        }
}

// --- Causal models (section 6)

typedef struct SymbolUse {
    Encoding *encoding;
    VECTOR(bool) seen; // per access
} SymbolUse;

static void note_use(void *context, Term symbol)
{
    SymbolUse *use = context;
    const Model *model = use->encoding->model;
    const uint64_t *access = map_find(&model->symbol_access, symbol);
    if (!access)
        return;
    EventId event = model->accesses.data[*access - 1].event;
    for (uint32_t i = 0; i < model->events.data[event].access_count; i++)
        use->seen.data[model->events.data[event].first_access + i] = true;
}

// A read that serves checks and nothing else is part of the property: restricted models do not fix its value.
static void find_free_reads(Encoding *encoding)
{
    const Model *model = encoding->model;
    SymbolUse checked = {.encoding = encoding}, used = {.encoding = encoding};
    vector_resize(&checked.seen, model->accesses.count);
    vector_resize(&used.seen, model->accesses.count);
    uint32_t checked_mark = terms_new_mark(encoding->terms);
    for (uint32_t i = 0; i < model->threads.count; i++)
        for (uint32_t j = 0; j < model->threads.data[i].conditions.count; j++) {
            const Condition *condition = &model->threads.data[i].conditions.data[j];
            if (condition->kind == EVENT_check)
                term_each_symbol(encoding->terms, condition->term, checked_mark, note_use, &checked);
        }
    uint32_t used_mark = terms_new_mark(encoding->terms);
    for (uint32_t i = 0; i < model->threads.count; i++)
        for (uint32_t j = 0; j < model->threads.data[i].conditions.count; j++) {
            const Condition *condition = &model->threads.data[i].conditions.data[j];
            if (condition->kind != EVENT_check)
                term_each_symbol(encoding->terms, condition->term, used_mark, note_use, &used);
        }
    for (uint32_t i = 0; i < model->accesses.count; i++)
        if (model->accesses.data[i].write && !model->cells.data[model->accesses.data[i].cell].semaphore)
            term_each_symbol(encoding->terms, model->accesses.data[i].write, used_mark, note_use, &used);
    vector_resize(&encoding->free_reads, model->accesses.count);
    for (uint32_t i = 0; i < model->accesses.count; i++)
        encoding->free_reads.data[i] =
            (checked.seen.data[i] && !used.seen.data[i]) || model->cells.data[model->accesses.data[i].cell].semaphore;
    vector_free(&checked.seen);
    vector_free(&used.seen);
}

static void keep_order(Encoding *encoding, EventId before, EventId after)
{
    uint32_t first = encoding_event(encoding, before)->node, second = encoding_event(encoding, after)->node;
    if (first == second)
        return;
    order_add_edge(encoding->order, first, second);
    add_to_list(&encoding->observed, &encoding->observed_lists, after, before);
}

// Happens-before keeps every read behind the writes it came after in the run, and every lock behind the unlock it
// followed.
static void keep_observed_order(Encoding *encoding)
{
    const Model *model = encoding->model;
    for (uint32_t i = 0; i < model->cells.count; i++) {
        uint32_t last_write = UINT32_MAX;
        for (uint32_t j = 0; j < model->cells.data[i].accesses.count; j++) {
            const Access *access = &model->accesses.data[model->cells.data[i].accesses.data[j]];
            if (access->read && last_write != UINT32_MAX)
                keep_order(encoding, model->accesses.data[last_write].event, access->event);
            if (access->write)
                last_write = model->cells.data[i].accesses.data[j];
        }
    }
    for (uint32_t i = 0; i < encoding->lock_sections.count; i++) {
        const IndexList *list = &encoding->lock_sections.data[i];
        for (uint32_t j = 1; j < list->count; j++) {
            const Section *before = &model->sections.data[list->data[j - 1]];
            const Section *after = &model->sections.data[list->data[j]];
            if (before->end != NO_EVENT && before->end < after->begin)
                keep_order(encoding, before->end, after->begin);
        }
    }
}

// --- Creation

Encoding *encoding_create(const Model *model, const EncodingOptions *options, Limits *limits)
{
    double started = clock_now();
    Encoding *encoding = memory_allocate_zeroed(sizeof *encoding);
    encoding->model = model;
    encoding->options = *options;
    encoding->limits = limits;
    encoding->terms = model->terms;
    encoding->solver = solver_create(model->terms, limits);
    if (options->keep_clauses)
        solver_keep_clauses(encoding->solver);
    encoding->order = model_create_order(model, encoding->solver, options->order_method);
    vector_resize(&encoding->executed, model->events.count);
    vector_resize(&encoding->stops, model->events.count + model->threads.count);
    vector_resize(&encoding->later_stops, model->events.count + model->threads.count);
    vector_resize(&encoding->encoded, model->threads.count);
    vector_resize(&encoding->reads, model->accesses.count);
    vector_resize(&encoding->wait_matches, model->waits.count);
    index_model(encoding);
    if (options->causal_model != CAUSAL_SYMBOLIC)
        find_free_reads(encoding);
    if (options->causal_model == CAUSAL_HAPPENS_BEFORE)
        keep_observed_order(encoding);
    encoding->symbol_mark = terms_new_mark(model->terms);
    if (options->whole_trace)
        for (uint32_t i = 0; i < model->threads.count; i++)
            if (model->threads.data[i].events.count)
                encoding_executed(encoding, vector_last(&model->threads.data[i].events));
    encoding->statistics.seconds += clock_now() - started;
    return encoding;
}

static void free_lists(void *lists_of_map)
{
    ListOfLists *lists = lists_of_map;
    for (uint32_t i = 0; i < lists->count; i++)
        vector_free(&lists->data[i]);
    vector_free(lists);
}

void encoding_free(Encoding *encoding)
{
    if (!encoding)
        return;
    order_free(encoding->order);
    solver_free(encoding->solver);
    for (uint32_t i = 0; i < encoding->reads.count; i++)
        vector_free(&encoding->reads.data[i].candidates);
    vector_free(&encoding->reads);
    vector_free(&encoding->executed);
    vector_free(&encoding->stops);
    vector_free(&encoding->later_stops);
    vector_free(&encoding->stopping);
    vector_free(&encoding->assumptions);
    vector_free(&encoding->encoded);
    vector_free(&encoding->tasks);
    vector_free(&encoding->section_of_begin);
    vector_free(&encoding->free_reads);
    vector_free(&encoding->sequence);
    for (uint32_t i = 0; i < encoding->wait_matches.count; i++)
        vector_free(&encoding->wait_matches.data[i]);
    vector_free(&encoding->wait_matches);
    free_lists(&encoding->lock_sections);
    free_lists(&encoding->encoded_sections);
    free_lists(&encoding->predecessors);
    free_lists(&encoding->lifetime_lists);
    free_lists(&encoding->observed_lists);
    map_free(&encoding->locks);
    map_free(&encoding->precedences);
    map_free(&encoding->lifetimes);
    map_free(&encoding->observed);
    map_free(&encoding->conditions);
    map_free(&encoding->barrier_symbols);
    free(encoding);
}

// --- Literals

Literal encoding_executed(Encoding *encoding, EventId id)
{
    const ModelEvent *event = encoding_event(encoding, id);
    const ModelThread *thread = &encoding->model->threads.data[event->thread];
    uint32_t *count = &encoding->encoded.data[event->thread];
    // The events of a node come together.
    while (*count <= event->position ||
           (*count < thread->events.count && encoding_event(encoding, thread->events.data[*count])->in_atomic)) {
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
    ReadState *state = &encoding->reads.data[index];
    if (state->demanded || !encoding->model->accesses.data[index].read)
        return;
    state->demanded = true;
    encoding_write_bounds(encoding, index);
    encoding->demanded_count++;
    encoding_executed(encoding, encoding->model->accesses.data[index].event);
    // A bound on changes of thread counts the order of all that was asked about, so it must not depend on luck.
    if (encoding->options.whole_trace || encoding->bound || encoding->deferred_rounds > DEFERRED_ROUNDS)
        encoding_push_task(encoding, TASK_READ, index);
}

static void demand_symbol(void *context, Term symbol)
{
    Encoding *encoding = context;
    const Model *model = encoding->model;
    const uint64_t *access = map_find(&model->symbol_access, symbol);
    if (access) {
        EventId event = model->accesses.data[*access - 1].event;
        for (uint32_t i = 0; i < model->events.data[event].access_count; i++)
            demand_read(encoding, model->events.data[event].first_access + i);
        return;
    }
    const uint64_t *place = map_find(&encoding->barrier_symbols, symbol);
    if (place)
        encoding_write_barrier(encoding, (uint32_t)((*place - 1) >> 32), (uint32_t)(*place - 1));
}

void encoding_demand(Encoding *encoding, Term term)
{
    term_each_symbol(encoding->terms, term, encoding->symbol_mark, demand_symbol, encoding);
}

Literal encoding_condition(Encoding *encoding, Term term)
{
    encoding_demand(encoding, term);
    return solver_literal(encoding->solver, term);
}

Literal encoding_before(Encoding *encoding, EventId a, EventId b)
{
    const ModelEvent *first = encoding_event(encoding, a), *second = encoding_event(encoding, b);
    if (first->thread == second->thread)
        return first->position < second->position ? encoding_true(encoding) : -encoding_true(encoding);
    uint32_t section_a, section_b;
    if (!model_find_exclusion(encoding->model, a, b, &section_a, &section_b))
        return order_before(encoding->order, first->node, second->node);
    // Under a common lock it is the sections that have an order.
    const Section *left = &encoding->model->sections.data[section_a],
                  *right = &encoding->model->sections.data[section_b];
    if (left->end == NO_EVENT)
        return -encoding_true(encoding);
    return order_before(encoding->order, encoding_event(encoding, left->end)->node,
                        encoding_event(encoding, right->begin)->node);
}

Literal encoding_passes(Encoding *encoding, uint32_t thread_id, uint32_t position, uint32_t conditions)
{
    const ModelThread *thread = &encoding->model->threads.data[thread_id];
    Literal passes = solver_new_literal(encoding->solver);
    if (position)
        ADD_CLAUSE(encoding, -passes, encoding_executed(encoding, thread->events.data[position - 1]));
    uint32_t first = model_first_condition(thread, position);
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
    const ModelThread *thread = &encoding->model->threads.data[thread_id];
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
    const ModelThread *thread = &encoding->model->threads.data[thread_id];
    for (uint32_t i = model_first_condition(thread, position);
         i < end && i < thread->conditions.count && thread->conditions.data[i].position == position; i++)
        if (!thread->conditions.data[i].certain)
            vector_push(clause, -encoding_condition(encoding, thread->conditions.data[i].term));
}

// That something behind the event, in the same step of its thread, does not hold.
static void push_rest_of_step(Encoding *encoding, EventId event, LiteralList *clause)
{
    const Model *model = encoding->model;
    const ModelThread *thread = &model->threads.data[model->events.data[event].thread];
    uint32_t step = model_trace_event(model, event)->step, position = model->events.data[event].position;
    do {
        push_conditions(encoding, model->events.data[event].thread, ++position, ALL_CONDITIONS, clause);
    } while (position < thread->events.count && model_trace_event(model, thread->events.data[position])->step == step);
}

// The event that this one comes with, in the same step: what a thread does after its operation without giving anybody a
// chance, which may be to create others, which run to their first operation. NO_EVENT if it is an operation of its own,
// or needs what others do and may come with that in another order.
static EventId find_cause(const Model *model, EventId event)
{
    const ModelEvent *own = &model->events.data[event];
    if (own->kind == EVENT_join || own->kind == EVENT_barrier_leave)
        return NO_EVENT;
    const ModelThread *thread = &model->threads.data[own->thread];
    EventId before = own->position ? thread->events.data[own->position - 1] : thread->create;
    bool together =
        before != NO_EVENT && model_trace_event(model, before)->step == model_trace_event(model, event)->step;
    return together ? before : NO_EVENT;
}

// Whether the thread can stand before it for ever, because it comes with the next operation: a misuse of a lock.
static bool has_own_step(const Model *model, const ModelThread *thread, const Condition *condition)
{
    EventId before = condition->position ? thread->events.data[condition->position - 1] : thread->create;
    uint32_t step = before != NO_EVENT ? model_trace_event(model, before)->step : NO_STEP;
    return model->trace->events.data[condition->trace].step != step;
}

void encoding_require_condition(Encoding *encoding, uint32_t thread_id, uint32_t index)
{
    const Model *model = encoding->model;
    const ModelThread *thread = &model->threads.data[thread_id];
    const Condition *condition = &thread->conditions.data[index];
    if (condition->certain)
        return;
    LiteralList clause = {0};
    if (has_own_step(model, thread, condition)) {
        if (condition->position == thread->events.count)
            return;
        vector_push(&clause, -encoding_executed(encoding, thread->events.data[condition->position]));
    } else if (condition->position) {
        EventId event = thread->events.data[condition->position - 1], cause;
        for (; (cause = find_cause(model, event)) != NO_EVENT; event = cause) {
            // It comes to this if what is before it holds.
            const ModelEvent *own = &model->events.data[event];
            push_conditions(encoding, own->thread, own->position, ALL_CONDITIONS, &clause);
            if (model->events.data[cause].thread != own->thread)
                push_rest_of_step(encoding, cause, &clause);
        }
        // What comes before the first step of all always happens.
        if (model_trace_event(model, event)->step != NO_STEP)
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
    const Model *model = encoding->model;
    const ModelEvent *event = encoding_event(encoding, id);
    for (uint32_t i = 0; i < event->access_count; i++) {
        uint32_t index = event->first_access + i;
        const Access *access = &model->accesses.data[index];
        if (access->condition)
            ADD_CLAUSE(encoding, -executed, encoding_condition(encoding, access->condition));
        if (access->read && encoding->options.causal_model != CAUSAL_SYMBOLIC && !encoding->free_reads.data[index]) {
            Term same =
                term_equal(encoding->terms, access->read,
                           term_constant(encoding->terms, model->cells.data[access->cell].width, access->observed));
            ADD_CLAUSE(encoding, -executed, encoding_condition(encoding, same));
        }
    }
}

static Literal stop_at(Encoding *encoding, uint32_t index)
{
    if (!encoding->stops.data[index]) {
        encoding->stops.data[index] = encoding->later_stops.data[index] = -solver_new_literal(encoding->solver);
        vector_push(&encoding->stopping, index);
    }
    return encoding->stops.data[index];
}

static uint32_t end_index(const Encoding *encoding, uint32_t thread)
{
    return encoding->model->events.count + thread;
}

// Whether the thread was stopped inside an atomic section at the end of the run.
static bool ends_in_section(const Model *model, const ModelThread *thread)
{
    for (uint32_t i = thread->events.count; i-- > 0;) {
        EventKind kind = model->events.data[thread->events.data[i]].kind;
        if (kind == EVENT_atomic_begin || kind == EVENT_atomic_end)
            return kind == EVENT_atomic_begin;
    }
    return false;
}

// Whether this is because an assumption or a check failed, or because it ended the process: nobody goes on then.
static bool stops_in_section(const Model *model, const ModelThread *thread)
{
    const TraceEvent *blocked = thread->blocked ? &model->trace->events.data[thread->blocked - 1] : NULL;
    bool fails = blocked && (blocked->kind == EVENT_violation || blocked->pending == EVENT_assume);
    return (fails || thread->ends_all) && ends_in_section(model, thread);
}

Literal encoding_violates_at(Encoding *encoding, uint32_t thread_id, uint32_t position, uint32_t conditions,
                             Literal question)
{
    const ModelThread *thread = &encoding->model->threads.data[thread_id];
    EventId next = position < thread->events.count ? thread->events.data[position] : NO_EVENT;
    if (next != NO_EVENT ? encoding_event(encoding, next)->in_atomic : stops_in_section(encoding->model, thread)) {
        uint32_t index = next != NO_EVENT ? next : end_index(encoding, thread_id);
        stop_at(encoding, index);
        Literal later = -solver_new_literal(encoding->solver);
        ADD_CLAUSE(encoding, -encoding->later_stops.data[index], question, later);
        encoding->later_stops.data[index] = later;
    }
    return encoding_stands_before(encoding, thread_id, position, conditions);
}

bool encoding_stop_others(Encoding *encoding, uint32_t thread_id, uint32_t position, Literal question)
{
    const Model *model = encoding->model;
    const ModelThread *thread = &model->threads.data[thread_id];
    if (position < thread->events.count ? !encoding_event(encoding, thread->events.data[position])->in_atomic
                                        : !ends_in_section(model, thread))
        return false;
    EventId here = thread->events.data[position - 1];
    const ModelEvent *begin = encoding_event(encoding, model->node_events.data[encoding_event(encoding, here)->node]);
    if (event_kind_locks(begin->kind) && !begin->in_section)
        return false; // the lock keeps the others out
    for (EventId i = 0; i < model->events.count && !encoding_stopped(encoding); i++) {
        const ModelEvent *event = encoding_event(encoding, i);
        if (event->thread != thread_id && !event->in_atomic && !encoding_must_precede(encoding, i, here))
            ADD_CLAUSE(encoding, -question, -encoding_executed(encoding, i), encoding_before(encoding, i, here));
    }
    return true;
}

static void write_event(Encoding *encoding, EventId id)
{
    const Model *model = encoding->model;
    const ModelEvent *event = encoding_event(encoding, id);
    const ModelThread *thread = &model->threads.data[event->thread];
    Literal executed = encoding->executed.data[id];
    encoding->statistics.events++;
    if (event->position) {
        Literal previous = encoding->executed.data[thread->events.data[event->position - 1]];
        ADD_CLAUSE(encoding, -executed, previous);
        if (event->in_atomic)
            ADD_CLAUSE(encoding, -previous, executed, stop_at(encoding, id));
    }
    // Nothing comes after a section that was not finished: it is begun only if a question is about its end.
    if (event->position + 1 == thread->events.count && stops_in_section(model, thread))
        ADD_CLAUSE(encoding, -executed, stop_at(encoding, end_index(encoding, event->thread)));
    for (uint32_t i = model_first_condition(thread, event->position);
         i < thread->conditions.count && thread->conditions.data[i].position == event->position; i++)
        if (thread->conditions.data[i].kind != EVENT_check && !thread->conditions.data[i].certain)
            ADD_CLAUSE(encoding, -executed, encoding_condition(encoding, thread->conditions.data[i].term));
    const IndexList *before = encoding_find_list(&encoding->precedences, &encoding->predecessors, id);
    for (uint32_t i = 0; i < before->count; i++)
        ADD_CLAUSE(encoding, -executed, encoding_executed(encoding, model->precedences.data[before->data[i]].before));
    const IndexList *observed = encoding_find_list(&encoding->observed, &encoding->observed_lists, id);
    for (uint32_t i = 0; i < observed->count; i++)
        ADD_CLAUSE(encoding, -executed, encoding_executed(encoding, observed->data[i]));
    write_accesses(encoding, id, executed);
    encoding_write_lives(encoding, id);
    if (encoding->section_of_begin.data[id] != NO_SECTION)
        encoding_write_section(encoding, encoding->section_of_begin.data[id]);
    switch (event->kind) {
    case EVENT_wait:
    case EVENT_wake:
    case EVENT_signal:
    case EVENT_broadcast:
        encoding_require_condition_variable(encoding, model_trace_event(model, id)->address);
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
    for (uint32_t i = 0; i < encoding->stopping.count; i++)
        vector_push(&encoding->assumptions, -encoding->later_stops.data[encoding->stopping.data[i]]);
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
    for (uint32_t i = 0; i < encoding->wait_matches.count; i++)
        for (uint32_t j = 0; j < encoding->wait_matches.data[i].count; j++) {
            const Match *match = &encoding->wait_matches.data[i].data[j];
            if (match->signal == signal && solver_value(encoding->solver, match->literal))
                return encoding->model->waits.data[i].thread;
        }
    return UINT32_MAX;
}

bool encoding_wait_signalled(const Encoding *encoding, uint32_t wait)
{
    for (uint32_t i = 0; i < encoding->wait_matches.data[wait].count; i++)
        if (solver_value(encoding->solver, encoding->wait_matches.data[wait].data[i].literal))
            return true;
    return false;
}

bool encoding_wait_over(const Encoding *encoding, uint32_t wait)
{
    EventId wake = encoding->model->waits.data[wait].wake;
    return wake != NO_EVENT && encoding->executed.data[wake] &&
           solver_value(encoding->solver, encoding->executed.data[wake]);
}

uint64_t encoding_symbol_value(const Encoding *encoding, Term symbol, uint64_t otherwise)
{
    return solver_symbol_value(encoding->solver, symbol, otherwise);
}

void encoding_read_execution(Encoding *encoding, EventList *out)
{
    const Model *model = encoding->model;
    out->count = 0;
    for (uint32_t i = 0; i < encoding->sequence.count; i++) {
        EventId id = model->node_events.data[encoding->sequence.data[i]];
        const ModelThread *thread = &model->threads.data[encoding_event(encoding, id)->thread];
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
