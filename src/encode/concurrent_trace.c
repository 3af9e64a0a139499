#include "encode/concurrent_trace.h"

#include <stdlib.h>

#include "base/fail.h"
#include "base/memory.h"

enum { SECTION_WAIT_LIMIT = 1 << 20 }; // pairs of an event and a wait inside an atomic section

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
    ConcurrentTrace *concurrent;
    VECTOR(uint32_t) violations; // indices into Trace.events
    VECTOR(ThreadScan) threads;
    Map barrier_rounds; // address -> index of the open round + 1
    Map once_end;       // control -> once_end + 1
} Scan;

const TraceEvent *concurrent_trace_recorded(const ConcurrentTrace *concurrent, EventId event)
{
    return &concurrent->trace->events.data[concurrent->events.data[event].trace];
}

static void grow_threads(Scan *scan, uint32_t thread)
{
    ConcurrentTrace *concurrent = scan->concurrent;
    while (concurrent->threads.count <= thread) {
        vector_push(&concurrent->threads, (ConcurrentThread){.create = NO_EVENT, .exit = NO_EVENT, .join = NO_EVENT});
        vector_push(&scan->threads, (ThreadScan){0});
    }
}

static void refresh_section_list(Scan *scan, uint32_t thread)
{
    ThreadScan *state = &scan->threads.data[thread];
    state->list_first = scan->concurrent->section_lists.count;
    state->list_count = state->held.count;
    for (uint32_t i = 0; i < state->held.count; i++)
        vector_push(&scan->concurrent->section_lists, state->held.data[i].section);
}

static void begin_section(Scan *scan, EventId event, uint32_t thread, uint64_t lock, bool reading)
{
    ThreadScan *state = &scan->threads.data[thread];
    for (uint32_t i = 0; i < state->held.count; i++)
        if (state->held.data[i].lock == lock) {
            state->held.data[i].depth++;
            return;
        }
    vector_push(&state->held, (Held){lock, 1, scan->concurrent->sections.count});
    vector_push(&scan->concurrent->sections,
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
        scan->concurrent->sections.data[held->section].end = event;
        for (uint32_t j = i + 1; j < state->held.count; j++)
            state->held.data[j - 1] = state->held.data[j];
        vector_drop(&state->held);
        refresh_section_list(scan, thread);
        return;
    }
}

// A lock that begins is another one than what was there before, which may have been left locked; and with an object end the
// locks in it. Who held them comes before whoever takes what is there next.
static void end_sections_within(Scan *scan, EventId event, uint64_t address, uint64_t size)
{
    for (uint32_t thread = 0; thread < scan->threads.count; thread++)
        for (uint32_t i = scan->threads.data[thread].held.count; i-- > 0;) {
            Held *held = &scan->threads.data[thread].held.data[i];
            if (held->lock - address < size) {
                held->depth = 1;
                scan->concurrent->sections.data[held->section].left = true;
                end_section(scan, event, thread, held->lock);
            }
        }
}

void concurrent_trace_add_precedence(ConcurrentTrace *concurrent, EventId before, EventId after)
{
    if (before != NO_EVENT && after != NO_EVENT)
        vector_push(&concurrent->precedences, (Precedence){before, after});
}

static uint32_t last_wait(const ConcurrentTrace *concurrent, uint32_t thread)
{
    for (uint32_t i = concurrent->waits.count; i-- > 0;)
        if (concurrent->waits.data[i].thread == thread)
            return i + 1;
    return 0;
}

static void scan_wait(Scan *scan, EventId event, const TraceEvent *recorded)
{
    ConcurrentTrace *concurrent = scan->concurrent;
    vector_push(&concurrent->waits,
                (Wait){.condition = recorded->address,
                       .thread = recorded->thread,
                       .begin = event,
                       .wake = NO_EVENT,
                       .repeats = recorded->repeated ? last_wait(concurrent, recorded->thread) : 0});
    scan->threads.data[recorded->thread].wait = concurrent->waits.count;
    end_section(scan, event, recorded->thread, recorded->value);
}

static void scan_wake(Scan *scan, EventId event, const TraceEvent *recorded)
{
    ThreadScan *state = &scan->threads.data[recorded->thread];
    if (!state->wait)
        INTERNAL_ERROR("a thread wakes that does not wait");
    Wait *wait = &scan->concurrent->waits.data[state->wait - 1];
    wait->wake = event;
    wait->timed_out = recorded->value != 0;
    state->wait = 0;
}

// Rounds are as they were observed: who comes to one of them does so when all have come to the one before.
static void follow_round_before(ConcurrentTrace *concurrent, uint32_t index, EventId event, const TraceEvent *recorded)
{
    while (index-- > 0) {
        const BarrierRound *before = &concurrent->barriers.data[index];
        if (concurrent_trace_recorded(concurrent, before->arrivals.data[0])->address != recorded->address)
            continue;
        for (uint32_t i = 0; i < before->arrivals.count; i++)
            if (concurrent->events.data[before->arrivals.data[i]].thread != recorded->thread)
                concurrent_trace_add_precedence(concurrent, before->arrivals.data[i], event);
        return;
    }
}

static void scan_arrival(Scan *scan, EventId event, const TraceEvent *recorded)
{
    ConcurrentTrace *concurrent = scan->concurrent;
    uint64_t *open = map_insert(&scan->barrier_rounds, recorded->address);
    if (!*open) {
        vector_push(&concurrent->barriers, (BarrierRound){0});
        *open = concurrent->barriers.count;
    }
    follow_round_before(concurrent, (uint32_t)*open - 1, event, recorded);
    BarrierRound *round = &concurrent->barriers.data[*open - 1];
    vector_push(&round->arrivals, event);
    vector_push(&round->departures, NO_EVENT);
    if (round->arrivals.count >= recorded->parties)
        *open = 0;
}

static void scan_departure(Scan *scan, EventId event, const TraceEvent *recorded)
{
    ConcurrentTrace *concurrent = scan->concurrent;
    for (uint32_t i = concurrent->barriers.count; i-- > 0;) {
        BarrierRound *round = &concurrent->barriers.data[i];
        for (uint32_t j = 0; j < round->arrivals.count; j++)
            if (concurrent->events.data[round->arrivals.data[j]].thread == recorded->thread &&
                round->departures.data[j] == NO_EVENT &&
                concurrent_trace_recorded(concurrent, round->arrivals.data[j])->address == recorded->address) {
                round->departures.data[j] = event;
                for (uint32_t k = 0; k < round->arrivals.count; k++)
                    if (k != j)
                        concurrent_trace_add_precedence(concurrent, round->arrivals.data[k], event);
                return;
            }
    }
}

static void scan_synchronisation(Scan *scan, EventId event, const TraceEvent *recorded)
{
    ConcurrentTrace *concurrent = scan->concurrent;
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
    case EVENT_free:
        end_sections_within(scan, event, recorded->address, recorded->size ? recorded->size : 1);
        break;
    case EVENT_sync_init:
        end_sections_within(scan, event, recorded->address, 1);
        break;
    case EVENT_wait:
        scan_wait(scan, event, recorded);
        break;
    case EVENT_wake:
        scan_wake(scan, event, recorded);
        break;
    case EVENT_signal:
    case EVENT_broadcast:
        vector_push(&concurrent->signals,
                    (Signal){.condition = recorded->address,
                             .event = event,
                             .broadcast = recorded->kind == EVENT_broadcast,
                             .only = recorded->kind == EVENT_broadcast ? recorded->other : NO_THREAD});
        break;
    case EVENT_barrier_arrive:
        scan_arrival(scan, event, recorded);
        break;
    case EVENT_barrier_leave:
        scan_departure(scan, event, recorded);
        break;
    case EVENT_once_begin:
        if (!recorded->value && map_find(&scan->once_end, recorded->address))
            concurrent_trace_add_precedence(concurrent, (EventId)(*map_find(&scan->once_end, recorded->address) - 1),
                                            event);
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
    ConcurrentTrace *concurrent = scan->concurrent;
    if (recorded->kind == EVENT_create && recorded->other != NO_THREAD) {
        grow_threads(scan, recorded->other);
        concurrent->threads.data[recorded->other].create = event;
    } else if (recorded->kind == EVENT_start) {
        concurrent_trace_add_precedence(concurrent, concurrent->threads.data[recorded->thread].create, event);
    } else if (recorded->kind == EVENT_exit) {
        concurrent->threads.data[recorded->thread].exit = event;
    } else if (recorded->kind == EVENT_join && recorded->other < concurrent->threads.count) {
        ConcurrentThread *target = &concurrent->threads.data[recorded->other];
        target->join = event;
        concurrent_trace_add_precedence(concurrent, target->exit, event);
    }
}

// Whether others may come between the last event and a lock is known. A wake-up and the lock that it takes again happen
// at once, whoever holds that lock before.
static bool knows_wait_for_lock(const ConcurrentTrace *concurrent, uint32_t thread, EventKind next)
{
    EventId last = vector_last(&concurrent->threads.data[thread].events);
    EventKind before = concurrent->events.data[last].kind;
    return event_kind_locks(next) && before != EVENT_wait && before != EVENT_wake;
}

static void note_wait_in_section(ConcurrentTrace *concurrent, ConcurrentEvent *event, const TraceEvent *recorded)
{
    bool joins = recorded->kind == EVENT_join && recorded->other < concurrent->threads.count &&
                 concurrent->threads.data[recorded->other].exit != NO_EVENT;
    bool locks = knows_wait_for_lock(concurrent, event->thread, event->kind);
    event->may_wait = joins || locks || recorded->kind == EVENT_semaphore_wait;
    concurrent->approximate |= !locks;
}

// Everything an atomic section does is one node, up to an operation at which its thread may have to wait.
static uint32_t choose_node(Scan *scan, const TraceEvent *recorded, ConcurrentEvent *event)
{
    ConcurrentTrace *concurrent = scan->concurrent;
    ThreadScan *state = &scan->threads.data[recorded->thread];
    bool takes = event_kind_locks(recorded->kind) || recorded->kind == EVENT_semaphore_wait;
    bool blocks = event_kind_blocks(recorded->kind) && !(takes && recorded->conditional);
    if (recorded->kind == EVENT_atomic_begin) {
        state->atomic = true;
        state->atomic_begun = false;
    }
    bool ends = recorded->kind == EVENT_atomic_end;
    uint32_t node = concurrent->node_count;
    if (((state->atomic && state->atomic_begun) || recorded->together) && !blocks) {
        node = state->atomic_node;
        event->in_atomic = true;
    } else {
        if (state->atomic && state->atomic_begun)
            note_wait_in_section(concurrent, event, recorded);
        concurrent->node_count++;
    }
    event->in_section = state->atomic;
    state->atomic_begun = state->atomic;
    state->atomic_node = node;
    if (ends)
        state->atomic = false;
    return node;
}

// Gone once the thread has done what it did last before.
static void scan_retired(Scan *scan, const ConcurrentThread *thread, const TraceEvent *recorded, uint32_t index)
{
    EventId last = vector_last(&thread->events);
    end_sections_within(scan, last, recorded->address, recorded->size);
    vector_push(&scan->concurrent->retired,
                (Retired){recorded->address, recorded->size, (Ending){last, thread->conditions.count}, index});
}

static void scan_event(Scan *scan, uint32_t index)
{
    ConcurrentTrace *concurrent = scan->concurrent;
    const TraceEvent *recorded = &concurrent->trace->events.data[index];
    grow_threads(scan, recorded->thread);
    ConcurrentThread *thread = &concurrent->threads.data[recorded->thread];
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
        if (thread->events.count)
            scan_retired(scan, thread, recorded, index);
        return;
    }
    if (!event_kind_counts(recorded->kind)) {
        if (recorded->term)
            vector_push(&thread->conditions,
                        (Condition){thread->events.count, index, recorded->kind, recorded->term, false});
        return;
    }
    EventId id = concurrent->events.count;
    ConcurrentEvent event = {
        .trace = index, .thread = recorded->thread, .position = thread->events.count, .kind = recorded->kind};
    event.node = choose_node(scan, recorded, &event);
    vector_push(&thread->events, id);
    ThreadScan *state = &scan->threads.data[recorded->thread];
    event.first_section = state->list_first;
    event.section_count = state->list_count;
    vector_push(&concurrent->events, event);
    scan_synchronisation(scan, id, recorded);
    scan_threads(scan, id, recorded);
    state = &scan->threads.data[recorded->thread];
    if (event_kind_locks(recorded->kind)) {
        concurrent->events.data[id].first_section = state->list_first;
        concurrent->events.data[id].section_count = state->list_count;
    }
}

static void find_node_events(ConcurrentTrace *concurrent)
{
    vector_resize(&concurrent->node_events, concurrent->node_count);
    for (EventId i = concurrent->events.count; i-- > 0;)
        concurrent->node_events.data[concurrent->events.data[i].node] = i;
}

typedef struct Symbols {
    ConcurrentTrace *concurrent;
    Map known; // those that the trace knows beside the accesses
} Symbols;

static void note_unknown_symbol(void *context, Term symbol)
{
    const Symbols *symbols = context;
    symbols->concurrent->approximate |=
        !map_find(&symbols->concurrent->symbol_access, symbol) && !map_find(&symbols->known, symbol);
}

// Symbols that stand for nothing the trace knows (the result of printing something symbolic) are free here, and not in
// the program.
static void find_unknown_symbols(ConcurrentTrace *concurrent)
{
    Symbols symbols = {.concurrent = concurrent};
    for (uint32_t i = 0; i < concurrent->trace->inputs.count; i++)
        *map_insert(&symbols.known, concurrent->trace->inputs.data[i].symbol) = 1;
    for (uint32_t i = 0; i < concurrent->barriers.count; i++)
        for (uint32_t j = 0; j < concurrent->barriers.data[i].departures.count; j++) {
            EventId left = concurrent->barriers.data[i].departures.data[j];
            if (left != NO_EVENT)
                *map_insert(&symbols.known, concurrent_trace_recorded(concurrent, left)->read) = 1;
        }
    uint32_t mark = terms_new_mark(concurrent->terms);
    for (uint32_t i = 0; i < concurrent->threads.count; i++)
        for (uint32_t j = 0; j < concurrent->threads.data[i].conditions.count && !concurrent_trace_stopped(concurrent);
             j++)
            term_each_symbol(concurrent->terms, concurrent->threads.data[i].conditions.data[j].term, mark,
                             note_unknown_symbol, &symbols);
    for (uint32_t i = 0; i < concurrent->accesses.count && !concurrent_trace_stopped(concurrent); i++)
        if (concurrent->accesses.data[i].write)
            term_each_symbol(concurrent->terms, concurrent->accesses.data[i].write, mark, note_unknown_symbol,
                             &symbols);
    map_free(&symbols.known);
}

Order *concurrent_trace_create_order(const ConcurrentTrace *concurrent, Solver *solver, OrderMethod method)
{
    Order *order = order_create(solver, method);
    for (uint32_t i = 0; i < concurrent->node_count; i++)
        order_add_node(order, concurrent->events.data[concurrent->node_events.data[i]].thread);
    for (uint32_t i = 0; i < concurrent->precedences.count; i++) {
        uint32_t before = concurrent->events.data[concurrent->precedences.data[i].before].node;
        uint32_t after = concurrent->events.data[concurrent->precedences.data[i].after].node;
        if (before != after)
            order_add_edge(order, before, after);
    }
    return order;
}

static void find_values(ConcurrentTrace *concurrent)
{
    Order *order = concurrent_trace_create_order(concurrent, NULL, ORDER_GRAPH);
    concurrent_trace_find_values(concurrent, order);
    order_free(order);
}

bool concurrent_trace_stopped(const ConcurrentTrace *concurrent)
{
    return limits_stop(concurrent->limits);
}

static bool holds(const ThreadScan *state, uint64_t lock)
{
    for (uint32_t i = 0; i < state->held.count; i++)
        if (state->held.data[i].lock == lock)
            return true;
    return false;
}

// A thread that waits inside an atomic section lets the others come in.
static void note_waits_at_end(Scan *scan)
{
    ConcurrentTrace *concurrent = scan->concurrent;
    for (uint32_t i = 0; i < concurrent->threads.count; i++) {
        ConcurrentThread *thread = &concurrent->threads.data[i];
        const TraceEvent *blocked = thread->blocked ? &concurrent->trace->events.data[thread->blocked - 1] : NULL;
        bool idles = blocked && blocked->pending == EVENT_retry && !blocked->address;
        if (!blocked || blocked->pending == EVENT_assume || idles || !scan->threads.data[i].atomic)
            continue;
        if (blocked->pending == EVENT_retry)
            concurrent_trace_leave_unasked(concurrent, "waiting in a loop inside an atomic section", blocked);
        else if (!knows_wait_for_lock(concurrent, i, (EventKind)blocked->pending))
            concurrent->approximate = true;
        else // for itself it waits in any case
            thread->waits_in_section = !holds(&scan->threads.data[i], blocked->address);
    }
}

// Each of these is compared with every event: if there are too many, it is left open which events come between.
static void limit_waits_in_sections(ConcurrentTrace *concurrent)
{
    uint64_t count = 0;
    for (EventId i = 0; i < concurrent->events.count; i++)
        count += concurrent->events.data[i].may_wait;
    for (uint32_t i = 0; i < concurrent->threads.count; i++)
        count += concurrent->threads.data[i].waits_in_section;
    if (count * concurrent->events.count <= SECTION_WAIT_LIMIT)
        return;
    concurrent->approximate = true;
    for (EventId i = 0; i < concurrent->events.count; i++)
        concurrent->events.data[i].may_wait = false;
    for (uint32_t i = 0; i < concurrent->threads.count; i++)
        concurrent->threads.data[i].waits_in_section = false;
}

// What came before a part of a run has happened, in the order of the run.
static void fix_earlier_events(ConcurrentTrace *concurrent)
{
    EventId last = NO_EVENT;
    for (EventId i = 0; i < concurrent->events.count && concurrent_trace_recorded(concurrent, i)->earlier; i++) {
        concurrent_trace_add_precedence(concurrent, last, i);
        last = i;
    }
    for (uint32_t i = 0; i < concurrent->threads.count && last != NO_EVENT; i++) {
        const ConcurrentThread *thread = &concurrent->threads.data[i];
        uint32_t first = 0;
        while (first < thread->events.count && thread->events.data[first] <= last)
            first++;
        if (first < thread->events.count)
            concurrent_trace_add_precedence(concurrent, last, thread->events.data[first]);
    }
}

static void read_trace(Scan *scan)
{
    ConcurrentTrace *concurrent = scan->concurrent;
    const Trace *trace = concurrent->trace;
    for (uint32_t i = 0; i < trace->events.count && !concurrent_trace_stopped(concurrent); i++)
        scan_event(scan, i);
    fix_earlier_events(concurrent);
    note_waits_at_end(scan);
    limit_waits_in_sections(concurrent);
    for (uint32_t i = 0; i < concurrent->threads.count; i++)
        concurrent->unfinished |= (i || trace->end != TRACE_EXITED) && concurrent->threads.data[i].exit == NO_EVENT &&
                                  !concurrent->threads.data[i].blocked;
    if (!concurrent_trace_stopped(concurrent))
        concurrent_trace_blame(concurrent, scan->violations.data, scan->violations.count);
    if (!concurrent_trace_stopped(concurrent))
        concurrent_trace_find_lifetimes(concurrent);
}

static void free_scan(Scan *scan)
{
    for (uint32_t i = 0; i < scan->threads.count; i++)
        vector_free(&scan->threads.data[i].held);
    vector_free(&scan->threads);
    vector_free(&scan->violations);
    map_free(&scan->barrier_rounds);
    map_free(&scan->once_end);
}

ConcurrentTrace *concurrent_trace_create(const Trace *trace, Limits *limits)
{
    static void (*const parts[])(ConcurrentTrace *concurrent) = {
        find_node_events,           concurrent_trace_split_cells,       concurrent_trace_find_outcomes,
        concurrent_trace_reduce,    concurrent_trace_settle_beginnings, find_node_events,
        concurrent_trace_find_sums, concurrent_trace_find_bounds,       find_values,
        find_unknown_symbols,
    };
    CHECK(trace->terms);
    ConcurrentTrace *concurrent = memory_allocate_zeroed(sizeof *concurrent);
    concurrent->trace = trace;
    concurrent->terms = trace->terms;
    concurrent->limits = limits;
    concurrent->approximate = trace->handled_by_last;
    Scan scan = {.concurrent = concurrent};
    read_trace(&scan);
    free_scan(&scan);
    for (uint32_t i = 0; i < sizeof parts / sizeof *parts && !concurrent_trace_stopped(concurrent); i++)
        parts[i](concurrent);
    if (!concurrent_trace_stopped(concurrent)) {
        concurrent->limits = NULL;
        return concurrent;
    }
    concurrent_trace_free(concurrent);
    return NULL;
}

void concurrent_trace_free(ConcurrentTrace *concurrent)
{
    if (!concurrent)
        return;
    for (uint32_t i = 0; i < concurrent->threads.count; i++) {
        vector_free(&concurrent->threads.data[i].events);
        vector_free(&concurrent->threads.data[i].conditions);
    }
    for (uint32_t i = 0; i < concurrent->cells.count; i++)
        vector_free(&concurrent->cells.data[i].accesses);
    for (uint32_t i = 0; i < concurrent->barriers.count; i++) {
        vector_free(&concurrent->barriers.data[i].arrivals);
        vector_free(&concurrent->barriers.data[i].departures);
    }
    vector_free(&concurrent->events);
    vector_free(&concurrent->threads);
    vector_free(&concurrent->node_events);
    vector_free(&concurrent->cells);
    vector_free(&concurrent->accesses);
    vector_free(&concurrent->sections);
    vector_free(&concurrent->section_lists);
    vector_free(&concurrent->waits);
    vector_free(&concurrent->signals);
    vector_free(&concurrent->barriers);
    vector_free(&concurrent->precedences);
    vector_free(&concurrent->lifetimes);
    vector_free(&concurrent->held_objects);
    vector_free(&concurrent->retired);
    map_free(&concurrent->symbol_access);
    free(concurrent->unasked);
    free(concurrent);
}

static bool is_certain_until_its_end(const ConcurrentTrace *concurrent, const Section *section)
{
    return !section->left || concurrent->events.data[section->end].thread == section->thread;
}

bool concurrent_trace_exclude(const ConcurrentTrace *concurrent, const Section *first, const Section *second)
{
    return first->lock == second->lock && !(first->reading && second->reading) &&
           is_certain_until_its_end(concurrent, first) && is_certain_until_its_end(concurrent, second);
}

bool concurrent_trace_find_exclusion(const ConcurrentTrace *concurrent, EventId a, EventId b, uint32_t *section_a,
                                     uint32_t *section_b)
{
    const ConcurrentEvent *first = &concurrent->events.data[a], *second = &concurrent->events.data[b];
    if (first->thread == second->thread)
        return false;
    for (uint32_t i = 0; i < first->section_count; i++) {
        uint32_t left = concurrent->section_lists.data[first->first_section + i];
        for (uint32_t j = 0; j < second->section_count; j++) {
            uint32_t right = concurrent->section_lists.data[second->first_section + j];
            const Section *s = &concurrent->sections.data[left], *t = &concurrent->sections.data[right];
            if (concurrent_trace_exclude(concurrent, s, t)) {
                *section_a = left;
                *section_b = right;
                return true;
            }
        }
    }
    return false;
}

bool concurrent_trace_must_precede(const ConcurrentTrace *concurrent, Order *order, EventId a, EventId b)
{
    const ConcurrentEvent *first = &concurrent->events.data[a], *second = &concurrent->events.data[b];
    if (first->thread == second->thread)
        return first->position < second->position;
    return order_must(order, first->node, second->node);
}

uint32_t concurrent_trace_first_condition(const ConcurrentThread *thread, uint32_t position)
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
