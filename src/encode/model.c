#include "encode/model.h"

#include <stdlib.h>

#include "base/fail.h"
#include "base/memory.h"

// A lock that a thread holds while the trace is read.
typedef struct Held {
    uint64_t lock;
    uint32_t depth; // of a recursive mutex or of several read locks
    uint32_t section;
} Held;

typedef struct ThreadScan {
    VECTOR(Held) held;
    uint32_t list_first, list_count; // its current slice of section_lists
    uint32_t wait;                   // index of its current Wait + 1, or 0
    bool atomic;                     // inside an atomic section
    bool atomic_begun;               // and its node exists
    uint32_t atomic_node;
} ThreadScan;

typedef struct Scan {
    Model *model;
    VECTOR(Retired) retired;
    VECTOR(uint32_t) violations; // indices into Trace.events
    VECTOR(ThreadScan) threads;
    Map barrier_rounds; // address -> index of the open round + 1
    Map blocks;         // base -> size of heap blocks
    Map initialised;    // synchronisation object -> latest sync_init + 1
    Map once_end;       // control -> once_end + 1
} Scan;

const TraceEvent *model_trace_event(const Model *model, EventId event)
{
    return &model->trace->events.data[model->events.data[event].trace];
}

static void grow_threads(Scan *scan, uint32_t thread)
{
    Model *model = scan->model;
    while (model->threads.count <= thread) {
        vector_push(&model->threads, (ModelThread){.create = NO_EVENT, .exit = NO_EVENT, .join = NO_EVENT});
        vector_push(&scan->threads, (ThreadScan){0});
    }
}

static void refresh_section_list(Scan *scan, uint32_t thread)
{
    ThreadScan *state = &scan->threads.data[thread];
    state->list_first = scan->model->section_lists.count;
    state->list_count = state->held.count;
    for (uint32_t i = 0; i < state->held.count; i++)
        vector_push(&scan->model->section_lists, state->held.data[i].section);
}

static void begin_section(Scan *scan, EventId event, uint32_t thread, uint64_t lock, bool reading)
{
    ThreadScan *state = &scan->threads.data[thread];
    for (uint32_t i = 0; i < state->held.count; i++)
        if (state->held.data[i].lock == lock) {
            state->held.data[i].depth++;
            return;
        }
    vector_push(&state->held, (Held){lock, 1, scan->model->sections.count});
    vector_push(&scan->model->sections,
                (Section){.lock = lock, .thread = thread, .begin = event, .end = NO_EVENT, .reading = reading});
    refresh_section_list(scan, thread);
}

// Ends a section, or one level of it. The event still belongs to it.
static void end_section(Scan *scan, EventId event, uint32_t thread, uint64_t lock)
{
    ThreadScan *state = &scan->threads.data[thread];
    for (uint32_t i = 0; i < state->held.count; i++) {
        Held *held = &state->held.data[i];
        if (held->lock != lock)
            continue;
        if (--held->depth)
            return;
        scan->model->sections.data[held->section].end = event;
        for (uint32_t j = i + 1; j < state->held.count; j++)
            state->held.data[j - 1] = state->held.data[j];
        vector_drop(&state->held);
        refresh_section_list(scan, thread);
        return;
    }
}

static void add_precedence(Model *model, EventId before, EventId after)
{
    if (before != NO_EVENT && after != NO_EVENT)
        vector_push(&model->precedences, (Precedence){before, after});
}

static uint32_t last_wait(const Model *model, uint32_t thread)
{
    for (uint32_t i = model->waits.count; i-- > 0;)
        if (model->waits.data[i].thread == thread)
            return i + 1;
    return 0;
}

static void scan_wait(Scan *scan, EventId event, const TraceEvent *recorded)
{
    Model *model = scan->model;
    vector_push(&model->waits, (Wait){.condition = recorded->address,
                                      .thread = recorded->thread,
                                      .begin = event,
                                      .wake = NO_EVENT,
                                      .repeats = recorded->repeated ? last_wait(model, recorded->thread) : 0});
    scan->threads.data[recorded->thread].wait = model->waits.count;
    end_section(scan, event, recorded->thread, recorded->value);
}

static void scan_wake(Scan *scan, EventId event, const TraceEvent *recorded)
{
    ThreadScan *state = &scan->threads.data[recorded->thread];
    if (!state->wait)
        INTERNAL_ERROR("a thread wakes that does not wait");
    Wait *wait = &scan->model->waits.data[state->wait - 1];
    wait->wake = event;
    wait->timed_out = recorded->value != 0;
    state->wait = 0;
}

static void scan_arrival(Scan *scan, EventId event, const TraceEvent *recorded)
{
    Model *model = scan->model;
    uint64_t *open = map_insert(&scan->barrier_rounds, recorded->address);
    if (!*open) {
        vector_push(&model->barriers, (BarrierRound){0});
        *open = model->barriers.count;
    }
    BarrierRound *round = &model->barriers.data[*open - 1];
    vector_push(&round->arrivals, event);
    vector_push(&round->departures, NO_EVENT);
    if (round->arrivals.count >= recorded->parties)
        *open = 0;
}

static void scan_departure(Scan *scan, EventId event, const TraceEvent *recorded)
{
    Model *model = scan->model;
    for (uint32_t i = model->barriers.count; i-- > 0;) {
        BarrierRound *round = &model->barriers.data[i];
        for (uint32_t j = 0; j < round->arrivals.count; j++)
            if (model->events.data[round->arrivals.data[j]].thread == recorded->thread &&
                round->departures.data[j] == NO_EVENT &&
                model_trace_event(model, round->arrivals.data[j])->address == recorded->address) {
                round->departures.data[j] = event;
                for (uint32_t k = 0; k < round->arrivals.count; k++)
                    if (k != j)
                        add_precedence(model, round->arrivals.data[k], event);
                return;
            }
    }
}

static bool uses_object(EventKind kind)
{
    switch (kind) {
    case EVENT_lock:
    case EVENT_lock_failed:
    case EVENT_unlock:
    case EVENT_wait:
    case EVENT_signal:
    case EVENT_broadcast:
    case EVENT_read_lock:
    case EVENT_write_lock:
    case EVENT_rwlock_unlock:
    case EVENT_barrier_arrive:
    case EVENT_semaphore_wait:
    case EVENT_semaphore_post:
    case EVENT_semaphore_read:
        return true;
    default:
        return false;
    }
}

static void scan_synchronisation(Scan *scan, EventId event, const TraceEvent *recorded)
{
    Model *model = scan->model;
    switch (recorded->kind) {
    case EVENT_lock:
    case EVENT_read_lock:
    case EVENT_write_lock:
        begin_section(scan, event, recorded->thread, recorded->address, recorded->kind == EVENT_read_lock);
        break;
    case EVENT_unlock:
    case EVENT_rwlock_unlock:
        end_section(scan, event, recorded->thread, recorded->address);
        break;
    case EVENT_wait:
        scan_wait(scan, event, recorded);
        break;
    case EVENT_wake:
        scan_wake(scan, event, recorded);
        break;
    case EVENT_signal:
    case EVENT_broadcast:
        vector_push(&model->signals, (Signal){recorded->address, event, recorded->kind == EVENT_broadcast});
        break;
    case EVENT_barrier_arrive:
        scan_arrival(scan, event, recorded);
        break;
    case EVENT_barrier_leave:
        scan_departure(scan, event, recorded);
        break;
    case EVENT_once_begin:
        if (!recorded->value && map_find(&scan->once_end, recorded->address))
            add_precedence(model, (EventId)(*map_find(&scan->once_end, recorded->address) - 1), event);
        break;
    case EVENT_once_end:
        *map_insert(&scan->once_end, recorded->address) = event + 1;
        break;
    default:
        break;
    }
}

static void scan_threads(Scan *scan, EventId event, const TraceEvent *recorded)
{
    Model *model = scan->model;
    if (recorded->kind == EVENT_create && recorded->other != NO_THREAD) {
        grow_threads(scan, recorded->other);
        model->threads.data[recorded->other].create = event;
    } else if (recorded->kind == EVENT_start) {
        add_precedence(model, model->threads.data[recorded->thread].create, event);
    } else if (recorded->kind == EVENT_exit) {
        model->threads.data[recorded->thread].exit = event;
    } else if (recorded->kind == EVENT_join && recorded->other < model->threads.count) {
        ModelThread *target = &model->threads.data[recorded->other];
        target->join = event;
        add_precedence(model, target->exit, event);
    }
}

// Everything an atomic section does is one node, up to an operation at which its thread may have to wait.
static uint32_t choose_node(Scan *scan, const TraceEvent *recorded, ModelEvent *event)
{
    Model *model = scan->model;
    ThreadScan *state = &scan->threads.data[recorded->thread];
    bool takes = event_kind_locks(recorded->kind) || recorded->kind == EVENT_semaphore_wait;
    bool blocks = event_kind_blocks(recorded->kind) && !(takes && recorded->conditional);
    if (recorded->kind == EVENT_atomic_begin) {
        state->atomic = true;
        state->atomic_begun = false;
    }
    bool ends = recorded->kind == EVENT_atomic_end;
    uint32_t node = model->node_count;
    if (((state->atomic && state->atomic_begun) || recorded->together) && !blocks) {
        node = state->atomic_node;
        event->in_atomic = true;
    } else {
        model->approximate |= state->atomic && state->atomic_begun;
        model->node_count++;
    }
    event->in_section = state->atomic;
    state->atomic_begun = state->atomic;
    state->atomic_node = node;
    if (ends)
        state->atomic = false;
    return node;
}

static void scan_event(Scan *scan, uint32_t index)
{
    Model *model = scan->model;
    const TraceEvent *recorded = &model->trace->events.data[index];
    grow_threads(scan, recorded->thread);
    ModelThread *thread = &model->threads.data[recorded->thread];
    thread->ends_all |= recorded->kind == EVENT_process_exit;
    // The end of the process is never needed for anything, and everything else comes before it.
    if (recorded->kind == EVENT_publish || recorded->kind == EVENT_process_exit)
        return;
    if (recorded->kind == EVENT_violation) {
        vector_push(&scan->violations, index);
        return;
    }
    if (recorded->kind == EVENT_blocked) {
        thread->blocked = index + 1;
        return;
    }
    if (recorded->kind == EVENT_retire) {
        // Gone once the thread has done what it did last before.
        if (thread->events.count)
            vector_push(&scan->retired,
                        (Retired){recorded->address, recorded->size,
                                  (Ending){vector_last(&thread->events), thread->conditions.count}, index});
        return;
    }
    if (!event_kind_counts(recorded->kind)) {
        if (recorded->term)
            vector_push(&thread->conditions,
                        (Condition){thread->events.count, index, recorded->kind, recorded->term, false});
        return;
    }
    EventId id = model->events.count;
    ModelEvent event = {
        .trace = index, .thread = recorded->thread, .position = thread->events.count, .kind = recorded->kind};
    event.node = choose_node(scan, recorded, &event);
    vector_push(&thread->events, id);
    ThreadScan *state = &scan->threads.data[recorded->thread];
    event.first_section = state->list_first;
    event.section_count = state->list_count;
    vector_push(&model->events, event);
    scan_synchronisation(scan, id, recorded);
    scan_threads(scan, id, recorded);
    state = &scan->threads.data[recorded->thread];
    if (event_kind_locks(recorded->kind)) {
        model->events.data[id].first_section = state->list_first;
        model->events.data[id].section_count = state->list_count;
    }
}

// --- Lifetimes

static void add_lifetime(Model *model, Ending ending, EventId use, bool begins)
{
    if (model->events.data[ending.event].thread == model->events.data[use].thread)
        return;
    vector_push(&model->lifetimes, (Lifetime){ending, use, begins});
}

static bool uses_memory(EventKind kind)
{
    return event_kind_accesses(kind) || uses_object(kind);
}

static bool overlaps(const TraceEvent *recorded, uint64_t low, uint64_t size)
{
    return recorded->address + (recorded->size ? recorded->size : 1) > low && recorded->address < low + size;
}

bool model_frees(const TraceEvent *event, const TraceEvent *violation)
{
    return event->kind == EVENT_free && overlaps(violation, event->address, event->size ? event->size : 1);
}

bool model_retires(const Model *model, const Retired *retired, const TraceEvent *violation)
{
    return model->events.data[retired->ending.event].thread != violation->thread &&
           overlaps(violation, retired->address, retired->size);
}

static void scan_retired(Scan *scan)
{
    Model *model = scan->model;
    for (uint32_t i = 0; i < scan->retired.count; i++) {
        const Retired *retired = &scan->retired.data[i];
        if (model_stopped(model))
            return;
        for (EventId use = 0; use < model->events.count && model->events.data[use].trace < retired->trace; use++) {
            const TraceEvent *recorded = model_trace_event(model, use);
            if (uses_memory(recorded->kind) && overlaps(recorded, retired->address, retired->size))
                add_lifetime(model, retired->ending, use, false);
        }
    }
}

// Whether an object that was in order before is another one when it is initialised again. A lock or a condition
// variable is not, because nobody may hold it or wait at it then.
static bool begins_anew(const Model *model, const TraceEvent *begin)
{
    bool anew = begin->initial != 0;
    for (EventId i = 0; i < model->events.count; i++) {
        EventKind kind = model->events.data[i].kind;
        anew |= (kind == EVENT_semaphore_wait || kind == EVENT_semaphore_post || kind == EVENT_semaphore_read ||
                 kind == EVENT_barrier_arrive) &&
                model_trace_event(model, i)->address == begin->address;
    }
    return anew;
}

// Uses of memory that was freed later, and of synchronisation objects initialised before or destroyed later.
static void scan_lifetimes(Scan *scan)
{
    Model *model = scan->model;
    scan_retired(scan);
    for (EventId end = 0; end < model->events.count; end++) {
        const TraceEvent *recorded = model_trace_event(model, end);
        if (recorded->kind == EVENT_allocate)
            *map_insert(&scan->blocks, recorded->address) = recorded->value;
        bool frees = recorded->kind == EVENT_free, destroys = recorded->kind == EVENT_sync_destroy;
        if (!frees && !destroys)
            continue;
        uint64_t *known = map_find(&scan->blocks, recorded->address), low = recorded->address;
        uint64_t size = recorded->size ? recorded->size : known ? *known : 1;
        if (destroys)
            size = 1;
        if (model_stopped(model))
            return;
        for (EventId use = 0; use < end; use++) {
            const TraceEvent *other = model_trace_event(model, use);
            if ((frees ? uses_memory(other->kind) : uses_object(other->kind)) && overlaps(other, low, size))
                add_lifetime(model, (Ending){.event = end}, use, false);
        }
    }
    for (EventId event = 0; event < model->events.count; event++) {
        const TraceEvent *recorded = model_trace_event(model, event);
        if (recorded->kind == EVENT_sync_init) {
            if (recorded->again && !begins_anew(model, recorded))
                continue; // nobody needs it
            *map_insert(&scan->initialised, recorded->address) = event + 1;
        } else if (uses_object(recorded->kind)) {
            const uint64_t *begin = map_find(&scan->initialised, recorded->address);
            if (begin)
                add_lifetime(model, (Ending){.event = (EventId)(*begin - 1)}, event, true);
        }
    }
}

// The threads of a round have it to themselves until all have come.
static void list_barrier_holds(const Model *model, const BarrierRound *round, uint32_t thread, HoldList *out)
{
    bool complete = round->arrivals.count >= model_trace_event(model, round->arrivals.data[0])->parties;
    for (uint32_t i = 0; i < round->arrivals.count; i++) {
        EventId arrival = round->arrivals.data[i];
        uint32_t own = model->events.data[arrival].thread;
        for (uint32_t j = 0; j < round->arrivals.count && complete && own != thread; j++)
            if (j != i)
                vector_push(out, (Hold){own, arrival, round->arrivals.data[j]});
        if (!complete && own != thread)
            vector_push(out, (Hold){own, arrival, NO_EVENT});
    }
}

void model_list_holds(const Model *model, uint64_t object, uint32_t thread, HoldList *out)
{
    for (uint32_t i = 0; i < model->sections.count; i++) {
        const Section *section = &model->sections.data[i];
        if (section->lock == object && section->thread != thread)
            vector_push(out, (Hold){section->thread, section->begin, section->end});
    }
    for (uint32_t i = 0; i < model->waits.count; i++) {
        const Wait *wait = &model->waits.data[i];
        if (wait->condition == object && wait->thread != thread)
            vector_push(out, (Hold){wait->thread, wait->begin, wait->wake});
    }
    for (uint32_t i = 0; i < model->barriers.count; i++)
        if (model_trace_event(model, model->barriers.data[i].arrivals.data[0])->address == object)
            list_barrier_holds(model, &model->barriers.data[i], thread, out);
}

void model_list_waits_with_another_mutex(const Model *model, EventId wait, HoldList *out)
{
    const TraceEvent *own = model_trace_event(model, wait);
    for (uint32_t i = 0; i < model->waits.count; i++) {
        const Wait *other = &model->waits.data[i];
        if (other->condition == own->address && other->thread != own->thread &&
            model_trace_event(model, other->begin)->value != own->value)
            vector_push(out, (Hold){other->thread, other->begin, other->wake});
    }
}

// Who is to blame for a violation.
typedef enum Blame {
    BLAME_ITSELF, // whoever comes there violates
    BLAME_OTHERS, // the thread could go on if others had not done, or had done, something
    BLAME_UNCLEAR,
} Blame;

static Blame blame_for_state(const Model *model, const TraceEvent *violation)
{
    bool others_begin = false, others_end = false, ended = false;
    for (EventId i = 0; i < model->events.count; i++) {
        const TraceEvent *event = model_trace_event(model, i);
        bool begins = event->kind == EVENT_sync_init, ends = event->kind == EVENT_sync_destroy;
        if (event->address != violation->address || (!begins && !ends))
            continue;
        if (event->thread == violation->thread)
            ended = ends;
        others_begin |= begins && event->thread != violation->thread;
        others_end |= ends && event->thread != violation->thread;
    }
    if (others_begin && (others_end || ended))
        return BLAME_UNCLEAR;
    return others_begin || (others_end && !ended) ? BLAME_OTHERS : BLAME_ITSELF;
}

static Blame find_blame(const Scan *scan, const TraceEvent *violation)
{
    const Model *model = scan->model;
    switch ((Cause)violation->cause) {
    case CAUSE_OWN:
        return BLAME_ITSELF;
    case CAUSE_IN_USE:
        return BLAME_OTHERS;
    case CAUSE_STATE:
        return blame_for_state(model, violation);
    case CAUSE_MEMORY:
        for (EventId i = 0; i < model->events.count; i++)
            if (model->events.data[i].thread != violation->thread &&
                model_frees(model_trace_event(model, i), violation))
                return BLAME_OTHERS;
        for (uint32_t i = 0; i < scan->retired.count; i++)
            if (model_retires(model, &scan->retired.data[i], violation))
                return BLAME_OTHERS;
        return BLAME_ITSELF;
    case CAUSE_JOINED:
        for (EventId i = 0; i < model->events.count; i++)
            if (model->events.data[i].thread != violation->thread &&
                (model->events.data[i].kind == EVENT_join || model->events.data[i].kind == EVENT_detach))
                return BLAME_UNCLEAR;
        return BLAME_ITSELF;
    }
    return BLAME_UNCLEAR;
}

// A thread that violates stands there at its end. If it is the doing of others it could have gone on; else whoever
// comes there violates: that is a check that never holds.
static void scan_violations(Scan *scan)
{
    Model *model = scan->model;
    for (uint32_t i = 0; i < scan->violations.count && !model_stopped(model); i++) {
        const TraceEvent *violation = &model->trace->events.data[scan->violations.data[i]];
        ModelThread *thread = &model->threads.data[violation->thread];
        if (violation->property == PROPERTY_DEADLOCK || violation->property == PROPERTY_RACE ||
            violation->property == PROPERTY_LEAK)
            continue;
        switch (find_blame(scan, violation)) {
        case BLAME_OTHERS:
            thread->blocked = scan->violations.data[i] + 1;
            break;
        case BLAME_UNCLEAR:
            model_leave_unasked(model, "whether another order avoids a misuse", violation);
            break;
        case BLAME_ITSELF:
            vector_push(&thread->conditions, (Condition){thread->events.count, scan->violations.data[i], EVENT_check,
                                                         term_boolean(model->terms, false), false});
            break;
        }
    }
    for (uint32_t i = 0; i < scan->retired.count; i++)
        vector_push(&model->retired, scan->retired.data[i]);
}

// A use needs the initialisation, unless fixed order has settled that; before it, it violates. If the object was in
// order before, it would do something else.
static void settle_beginnings(Model *model)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < model->lifetimes.count; i++) {
        Lifetime lifetime = model->lifetimes.data[i];
        const TraceEvent *event = model_trace_event(model, lifetime.ending.event);
        if (lifetime.begins)
            add_precedence(model, lifetime.ending.event, lifetime.use);
        if (lifetime.begins && event->again)
            model_leave_unasked(model, "what an object does before it is initialised again", event);
        else
            model->lifetimes.data[kept++] = lifetime;
    }
    model->lifetimes.count = kept;
}

static void find_node_events(Model *model)
{
    vector_resize(&model->node_events, model->node_count);
    for (EventId i = model->events.count; i-- > 0;)
        model->node_events.data[model->events.data[i].node] = i;
}

typedef struct Symbols {
    Model *model;
    Map known; // those that the trace knows beside the accesses
} Symbols;

static void note_unknown_symbol(void *context, Term symbol)
{
    const Symbols *symbols = context;
    symbols->model->approximate |=
        !map_find(&symbols->model->symbol_access, symbol) && !map_find(&symbols->known, symbol);
}

// Symbols that stand for nothing the trace knows (the result of printing something symbolic) are free here, and not in
// the program.
static void find_unknown_symbols(Model *model)
{
    Symbols symbols = {.model = model};
    for (uint32_t i = 0; i < model->trace->inputs.count; i++)
        *map_insert(&symbols.known, model->trace->inputs.data[i].symbol) = 1;
    for (uint32_t i = 0; i < model->barriers.count; i++)
        for (uint32_t j = 0; j < model->barriers.data[i].departures.count; j++) {
            EventId left = model->barriers.data[i].departures.data[j];
            if (left != NO_EVENT)
                *map_insert(&symbols.known, model_trace_event(model, left)->read) = 1;
        }
    uint32_t mark = terms_new_mark(model->terms);
    for (uint32_t i = 0; i < model->threads.count; i++)
        for (uint32_t j = 0; j < model->threads.data[i].conditions.count && !model_stopped(model); j++)
            term_each_symbol(model->terms, model->threads.data[i].conditions.data[j].term, mark, note_unknown_symbol,
                             &symbols);
    for (uint32_t i = 0; i < model->accesses.count && !model_stopped(model); i++)
        if (model->accesses.data[i].write)
            term_each_symbol(model->terms, model->accesses.data[i].write, mark, note_unknown_symbol, &symbols);
    map_free(&symbols.known);
}

Order *model_create_order(const Model *model, Solver *solver, OrderMethod method)
{
    Order *order = order_create(solver, method);
    for (uint32_t i = 0; i < model->node_count; i++)
        order_add_node(order, model->events.data[model->node_events.data[i]].thread);
    for (uint32_t i = 0; i < model->precedences.count; i++) {
        uint32_t before = model->events.data[model->precedences.data[i].before].node;
        uint32_t after = model->events.data[model->precedences.data[i].after].node;
        if (before != after)
            order_add_edge(order, before, after);
    }
    return order;
}

static void find_values(Model *model)
{
    Order *order = model_create_order(model, NULL, ORDER_GRAPH);
    model_find_values(model, order);
    order_free(order);
}

bool model_stopped(const Model *model)
{
    return limits_stop(model->limits);
}

static void read_trace(Scan *scan)
{
    Model *model = scan->model;
    const Trace *trace = model->trace;
    for (uint32_t i = 0; i < trace->events.count && !model_stopped(model); i++)
        scan_event(scan, i);
    for (uint32_t i = 0; i < model->threads.count; i++)
        model->unfinished |= (i || trace->end != TRACE_EXITED) && model->threads.data[i].exit == NO_EVENT &&
                             !model->threads.data[i].blocked;
    if (!model_stopped(model))
        scan_violations(scan);
    if (!model_stopped(model))
        scan_lifetimes(scan);
}

static void free_scan(Scan *scan)
{
    for (uint32_t i = 0; i < scan->threads.count; i++)
        vector_free(&scan->threads.data[i].held);
    vector_free(&scan->threads);
    vector_free(&scan->retired);
    vector_free(&scan->violations);
    map_free(&scan->barrier_rounds);
    map_free(&scan->blocks);
    map_free(&scan->initialised);
    map_free(&scan->once_end);
}

Model *model_create(const Trace *trace, Limits *limits)
{
    static void (*const parts[])(Model *model) = {
        find_node_events, model_split_cells, model_find_outcomes, model_reduce, settle_beginnings,
        find_node_events, model_find_sums,   model_find_bounds,   find_values,  find_unknown_symbols,
    };
    CHECK(trace->terms);
    Model *model = memory_allocate_zeroed(sizeof *model);
    model->trace = trace;
    model->terms = trace->terms;
    model->limits = limits;
    model->approximate = trace->handled_by_last;
    Scan scan = {.model = model};
    read_trace(&scan);
    free_scan(&scan);
    for (uint32_t i = 0; i < sizeof parts / sizeof *parts && !model_stopped(model); i++)
        parts[i](model);
    if (!model_stopped(model)) {
        model->limits = NULL;
        return model;
    }
    model_free(model);
    return NULL;
}

void model_free(Model *model)
{
    if (!model)
        return;
    for (uint32_t i = 0; i < model->threads.count; i++) {
        vector_free(&model->threads.data[i].events);
        vector_free(&model->threads.data[i].conditions);
    }
    for (uint32_t i = 0; i < model->cells.count; i++)
        vector_free(&model->cells.data[i].accesses);
    for (uint32_t i = 0; i < model->barriers.count; i++) {
        vector_free(&model->barriers.data[i].arrivals);
        vector_free(&model->barriers.data[i].departures);
    }
    vector_free(&model->events);
    vector_free(&model->threads);
    vector_free(&model->node_events);
    vector_free(&model->cells);
    vector_free(&model->accesses);
    vector_free(&model->sections);
    vector_free(&model->section_lists);
    vector_free(&model->waits);
    vector_free(&model->signals);
    vector_free(&model->barriers);
    vector_free(&model->precedences);
    vector_free(&model->lifetimes);
    vector_free(&model->held_objects);
    vector_free(&model->retired);
    map_free(&model->symbol_access);
    free(model->unasked);
    free(model);
}

bool model_find_exclusion(const Model *model, EventId a, EventId b, uint32_t *section_a, uint32_t *section_b)
{
    const ModelEvent *first = &model->events.data[a], *second = &model->events.data[b];
    if (first->thread == second->thread)
        return false;
    for (uint32_t i = 0; i < first->section_count; i++) {
        uint32_t left = model->section_lists.data[first->first_section + i];
        for (uint32_t j = 0; j < second->section_count; j++) {
            uint32_t right = model->section_lists.data[second->first_section + j];
            const Section *s = &model->sections.data[left], *t = &model->sections.data[right];
            if (s->lock == t->lock && !(s->reading && t->reading)) {
                *section_a = left;
                *section_b = right;
                return true;
            }
        }
    }
    return false;
}

bool model_must_precede(const Model *model, Order *order, EventId a, EventId b)
{
    const ModelEvent *first = &model->events.data[a], *second = &model->events.data[b];
    if (first->thread == second->thread)
        return first->position < second->position;
    return order_must(order, first->node, second->node);
}

uint32_t model_first_condition(const ModelThread *thread, uint32_t position)
{
    uint32_t low = 0, high = thread->conditions.count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (thread->conditions.data[middle].position < position)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
