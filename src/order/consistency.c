#include "order/consistency.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/none.h"
#include "order/seq_cst.h"

uint32_t graph_next_older(const Graph *graph, uint32_t location, uint32_t write, const Clock *clock, AccessForm form)
{
    uint32_t next;
    if (write == NO_EVENT)
        next = graph->locations.data[location].last;
    else if (graph_is_oldest(graph, write, clock))
        return NO_EVENT;
    else
        next = graph_event(graph, write)->before;
    while (next != NO_EVENT && form != FORM_READ && graph_is_updated(graph, next)) {
        if (graph_is_oldest(graph, next, clock))
            return NO_EVENT;
        next = graph_event(graph, next)->before;
    }
    return next;
}

// --- Store buffers

typedef struct BufferCheck {
    const Graph *graph;
    uint32_t *rank;   // see rank_accesses
    uint32_t *drains; // how often its thread had drained its buffers when it was made
    bool *seen;
    VECTOR(uint32_t) open;
} BufferCheck;

// By event, accesses of a location in modification order: writes 2, 4, ...; reads come directly after theirs.
static void rank_accesses(const Graph *graph, uint32_t *ranks)
{
    for (uint32_t i = 0; i < graph->locations.count; i++) {
        uint32_t first = graph->locations.data[i].last, rank = 0;
        while (graph_event(graph, first)->before != NO_EVENT)
            first = graph_event(graph, first)->before;
        for (uint32_t write = first; write != NO_EVENT; write = graph_event(graph, write)->after)
            ranks[write] = rank += 2;
    }
    for (uint32_t i = 0; i < graph->events.count; i++) {
        const GraphEvent *event = graph_event(graph, i);
        if (!event->dropped && event->source != NO_EVENT && !event->writes)
            ranks[i] = ranks[event->source] + 1;
    }
}

static void count_drains(BufferCheck *check)
{
    const Graph *graph = check->graph;
    VECTOR(uint32_t) counts = {0};
    for (uint32_t i = 0; i < graph->events.count; i++) {
        const GraphEvent *event = graph_event(graph, i);
        if (event->dropped || event->thread == NO_THREAD)
            continue;
        if (event->thread >= counts.count)
            vector_resize(&counts, event->thread + 1);
        counts.data[event->thread] += event->drains_before;
        check->drains[i] = counts.data[event->thread];
        counts.data[event->thread] += event->drains_after;
    }
    vector_free(&counts);
}

// Two accesses of a thread, one after the other: whether the later one may overtake the store that the earlier one is.
static bool may_overtake(const BufferCheck *check, uint32_t a, uint32_t b)
{
    const GraphEvent *first = graph_event(check->graph, a), *second = graph_event(check->graph, b);
    if (!first->writes || first->source != NO_EVENT || check->drains[a] < check->drains[b])
        return false;
    return !second->writes || (check->graph->consistency == CONSISTENCY_PSO && second->source == NO_EVENT &&
                               first->location != second->location);
}

// Whether the first comes before the second in the order of memory, because of these two alone.
static bool comes_before(const BufferCheck *check, uint32_t a, uint32_t b)
{
    const Graph *graph = check->graph;
    const GraphEvent *first = graph_event(graph, a), *second = graph_event(graph, b);
    if (a == b || second->thread == NO_THREAD)
        return false;
    if (first->thread == second->thread)
        return first->number < second->number && !may_overtake(check, a, b);
    return graph_happens_before(graph, a, b) || second->source == a ||
           (first->location == second->location && second->writes && check->rank[a] < check->rank[b]);
}

// Whether one gets back to the event from what comes after it.
static bool is_in_cycle(BufferCheck *check, uint32_t event)
{
    vector_push(&check->open, event);
    while (check->open.count) {
        uint32_t from = vector_pop(&check->open);
        for (uint32_t i = 0; i < check->graph->events.count; i++) {
            const GraphEvent *next = graph_event(check->graph, i);
            if (next->dropped || next->location == NO_LOCATION || check->seen[i] || !comes_before(check, from, i))
                continue;
            if (i == event)
                return true;
            check->seen[i] = true;
            vector_push(&check->open, i);
        }
    }
    return false;
}

static bool meets_buffers(const Graph *graph, uint32_t event)
{
    uint64_t room = (uint64_t)graph->events.count * sizeof(uint32_t);
    BufferCheck check = {.graph = graph,
                         .rank = memory_allocate_zeroed(room),
                         .drains = memory_allocate_zeroed(room),
                         .seen = memory_allocate_zeroed(graph->events.count * sizeof(bool))};
    rank_accesses(graph, check.rank);
    count_drains(&check);
    bool cycle = is_in_cycle(&check, event);
    free(check.rank);
    free(check.drains);
    free(check.seen);
    vector_free(&check.open);
    return !cycle;
}

// --- Adding an event

static uint32_t add(Graph *graph, const NewEvent *event, uint32_t write, AccessForm form)
{
    switch (form) {
    case FORM_READ:
        return graph_add_read(graph, event, write);
    case FORM_WRITE:
        return graph_add_write(graph, event, write);
    default:
        return graph_add_update(graph, event, write);
    }
}

bool graph_allows(Graph *graph, const NewEvent *event, uint32_t write, AccessForm form)
{
    bool c11 = graph->consistency == CONSISTENCY_C11;
    bool last = graph->locations.data[event->location].last == write;
    if (last || (c11 && !graph_may_break_sc(graph, event)))
        return true;
    uint32_t added = add(graph, event, write, form);
    bool meets = c11 ? graph_still_meets_sc(graph, added) : meets_buffers(graph, added);
    graph_drop_event(graph, added);
    return meets;
}
