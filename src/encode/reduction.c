// Less to order, before anything reaches the solver.
//
// Lifetimes that fixed order settles are dropped. A lock section becomes one node of the order if nothing in it can be
// noticed from outside before it ends: no other synchronisation happens in it, and whoever else accesses what it
// accesses does so under the same lock, or certainly before or after (Lipton, Reduction: acquiring moves right,
// releasing left, protected accesses both ways). Then nobody waits for a thread inside it, and a run in which others go
// between has the same outcome as one where none does.
#include "encode/concurrent_trace.h"

typedef struct Reduction {
    ConcurrentTrace *concurrent;
    Order *order; // of the nodes as they are, for what is certain
    Map watched;  // locks of which it matters when they are held: open lifetimes, failed attempts, waits in sections
    Map guards;   // see is_guarded
} Reduction;

static bool must_precede(const Reduction *reduction, EventId a, EventId b)
{
    return concurrent_trace_must_precede(reduction->concurrent, reduction->order, a, b);
}

static void drop_settled_lifetimes(Reduction *reduction)
{
    ConcurrentTrace *concurrent = reduction->concurrent;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < concurrent->lifetimes.count; i++) {
        Lifetime lifetime = concurrent->lifetimes.data[i];
        bool settled = lifetime.begins ? must_precede(reduction, lifetime.ending.event, lifetime.use)
                                       : must_precede(reduction, lifetime.use, lifetime.ending.event);
        if (settled)
            continue;
        concurrent->lifetimes.data[kept++] = lifetime;
        *map_insert(&reduction->watched, concurrent_trace_recorded(concurrent, lifetime.use)->address) = 1;
    }
    concurrent->lifetimes.count = kept;
}

static void find_held_objects(Reduction *reduction)
{
    ConcurrentTrace *concurrent = reduction->concurrent;
    for (uint32_t i = 0; i < concurrent->threads.count; i++)
        if (concurrent->threads.data[i].waits_in_section) {
            const TraceEvent *blocked = &concurrent->trace->events.data[concurrent->threads.data[i].blocked - 1];
            *map_insert(&reduction->watched, blocked->address) = 1;
        }
    for (EventId i = 0; i < concurrent->events.count; i++) {
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, i);
        if (recorded->kind == EVENT_lock_failed || concurrent->events.data[i].may_wait) // while somebody was inside
            *map_insert(&reduction->watched, recorded->address) = 1;
        if (recorded->kind != EVENT_sync_destroy && recorded->kind != EVENT_sync_init && recorded->kind != EVENT_wait)
            continue;
        if (concurrent_trace_stopped(concurrent))
            return;
        HoldList holds = {0};
        if (recorded->kind == EVENT_wait)
            concurrent_trace_list_waits_with_another_mutex(concurrent, i, &holds);
        else
            concurrent_trace_list_holds(concurrent, recorded->address, recorded->thread, &holds);
        for (uint32_t j = 0; j < holds.count; j++) {
            Hold hold = holds.data[j];
            if (must_precede(reduction, i, hold.begin) ||
                (hold.end != NO_EVENT && must_precede(reduction, hold.end, i)))
                continue;
            vector_push(&concurrent->held_objects, (HeldObject){i, hold});
            *map_insert(&reduction->watched, recorded->address) = 1;
        }
        vector_free(&holds);
    }
}

// Whether the event is in a section of the same lock, and the two exclude each other.
static bool is_excluded(const ConcurrentTrace *concurrent, const ConcurrentEvent *event, const Section *section)
{
    for (uint32_t i = 0; i < event->section_count; i++) {
        const Section *around = &concurrent->sections.data[concurrent->section_lists.data[event->first_section + i]];
        if (concurrent_trace_exclude(concurrent, around, section))
            return true;
    }
    return false;
}

// Whether everybody else who accesses the cell is kept out by the lock of the section. The same for all sections of the lock
// in a thread, of which there may be as many as accesses.
static bool is_guarded(Reduction *reduction, const Section *section, uint32_t cell_id)
{
    enum { UNKNOWN, GUARDED, OPEN };
    const ConcurrentTrace *concurrent = reduction->concurrent;
    const Cell *cell = &concurrent->cells.data[cell_id];
    uint64_t place =
        hash_mix(section->lock) ^ ((uint64_t)section->thread << 33 | (uint64_t)section->reading << 32 | cell_id);
    uint64_t *known = map_insert(&reduction->guards, place);
    if (*known == UNKNOWN) {
        *known = GUARDED;
        for (uint32_t i = 0; i < cell->accesses.count && *known == GUARDED; i++) {
            const Access *other = &concurrent->accesses.data[cell->accesses.data[i]];
            const ConcurrentEvent *event = &concurrent->events.data[other->event];
            if (event->thread != section->thread && !is_excluded(concurrent, event, section))
                *known = OPEN;
        }
    }
    return *known == GUARDED;
}

// Everybody else who accesses the cell is kept out by the lock of the section, or certainly before or after.
static bool is_protected(Reduction *reduction, const Section *section, const Access *access)
{
    const ConcurrentTrace *concurrent = reduction->concurrent;
    const Cell *cell = &concurrent->cells.data[access->cell];
    if (is_guarded(reduction, section, access->cell))
        return true;
    for (uint32_t i = 0; i < cell->accesses.count; i++) {
        const Access *other = &concurrent->accesses.data[cell->accesses.data[i]];
        const ConcurrentEvent *event = &concurrent->events.data[other->event];
        if (event->thread == section->thread || (!other->write && !access->write))
            continue;
        if (!is_excluded(concurrent, event, section) && !must_precede(reduction, access->event, other->event) &&
            !must_precede(reduction, other->event, access->event))
            return false;
    }
    return true;
}

static bool is_atomic_block(Reduction *reduction, const Section *section)
{
    const ConcurrentTrace *concurrent = reduction->concurrent;
    if (concurrent_trace_recorded(concurrent, section->begin)->earlier || section->end == NO_EVENT ||
        map_find(&reduction->watched, section->lock) ||
        (concurrent->events.data[section->end].kind != EVENT_unlock &&
         concurrent->events.data[section->end].kind != EVENT_rwlock_unlock))
        return false;
    const ConcurrentThread *thread = &concurrent->threads.data[section->thread];
    uint32_t last = concurrent->events.data[section->end].position;
    for (uint32_t i = concurrent->events.data[section->begin].position; i <= last; i++) {
        EventId id = thread->events.data[i];
        const ConcurrentEvent *event = &concurrent->events.data[id];
        if (event->in_atomic)
            return false;
        if (id == section->begin || id == section->end || event->kind == EVENT_allocate || event->kind == EVENT_input ||
            event->kind == EVENT_yield || event->kind == EVENT_fence)
            continue;
        if (!event_kind_accesses(event->kind))
            return false;
        for (uint32_t j = 0; j < event->access_count; j++)
            if (!is_protected(reduction, section, &concurrent->accesses.data[event->first_access + j]))
                return false;
    }
    return true;
}

static void renumber_nodes(ConcurrentTrace *concurrent, const bool *merged)
{
    VECTOR(uint32_t) number = {0}; // of old nodes, + 1
    vector_resize(&number, concurrent->node_count);
    concurrent->node_count = 0;
    for (EventId i = 0; i < concurrent->events.count; i++) {
        ConcurrentEvent *event = &concurrent->events.data[i];
        const ConcurrentThread *thread = &concurrent->threads.data[event->thread];
        if (merged[i]) {
            event->node = concurrent->events.data[thread->events.data[event->position - 1]].node;
            event->in_atomic = true;
            continue;
        }
        uint32_t *known = &number.data[event->node];
        if (!*known)
            *known = ++concurrent->node_count;
        event->node = *known - 1;
    }
    vector_free(&number);
}

void concurrent_trace_reduce(ConcurrentTrace *concurrent)
{
    Reduction reduction = {.concurrent = concurrent,
                           .order = concurrent_trace_create_order(concurrent, NULL, ORDER_GRAPH)};
    drop_settled_lifetimes(&reduction);
    find_held_objects(&reduction);
    VECTOR(bool) merged = {0}; // events that share the node of the one before them
    vector_resize(&merged, concurrent->events.count);
    for (uint32_t i = 0; i < concurrent->sections.count && !concurrent_trace_stopped(concurrent); i++) {
        const Section *section = &concurrent->sections.data[i];
        if (!is_atomic_block(&reduction, section))
            continue;
        const ConcurrentThread *thread = &concurrent->threads.data[section->thread];
        for (uint32_t j = concurrent->events.data[section->begin].position + 1;
             j <= concurrent->events.data[section->end].position; j++)
            merged.data[thread->events.data[j]] = true;
    }
    renumber_nodes(concurrent, merged.data);
    vector_free(&merged);
    order_free(reduction.order);
    map_free(&reduction.watched);
    map_free(&reduction.guards);
}
