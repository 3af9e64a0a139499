// The condition on seq_cst (psc in the paper): no cycle of
//   psc_base  = ([SC] u [F SC]; hb?); scb; ([SC] u hb?; [F SC])
//   psc_fence = [F SC]; (hb u hb; eco; hb); [F SC]
// with scb = sb u (sb between different locations; hb; sb between different locations) u hb on one location u mo u rb.
// An event at the end of modification order, or that reads what is there, has nothing after it, so it closes no cycle.
#include "order/consistency.h"

#include <stdlib.h>

#include "base/memory.h"

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

// --- The condition on seq_cst

// Facts about the events of a graph, by event, while the condition is checked.
typedef struct Check {
    const Graph *graph;
    uint32_t *rank;     // writes of a location in modification order: 2, 4, ...; reads come directly after theirs
    uint32_t *previous; // in its thread, NO_EVENT: none
    uint32_t *next;
    VECTOR(uint32_t) sc;   // the events that are seq_cst
    VECTOR(uint8_t) state; // of these: not seen, on the way, done
} Check;

static bool is_access(const GraphEvent *event)
{
    return event->location != NO_LOCATION;
}

static bool same_location(const Graph *graph, uint32_t a, uint32_t b)
{
    const GraphEvent *first = graph_event(graph, a), *second = graph_event(graph, b);
    return is_access(first) && first->location == second->location;
}

static void rank_locations(const Graph *graph, uint32_t *ranks)
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

static void line_up_threads(Check *check)
{
    const Graph *graph = check->graph;
    VECTOR(uint32_t) last = {0};
    for (uint32_t i = 0; i < graph->events.count; i++) {
        const GraphEvent *event = graph_event(graph, i);
        check->previous[i] = check->next[i] = NO_EVENT;
        if (event->dropped || event->thread == UINT32_MAX)
            continue;
        if (event->order == ORDER_SEQ_CST)
            vector_push(&check->sc, i);
        if (event->thread >= last.count)
            vector_resize(&last, event->thread + 1); // an index + 1
        if (last.data[event->thread]) {
            check->previous[i] = last.data[event->thread] - 1;
            check->next[check->previous[i]] = i;
        }
        last.data[event->thread] = i + 1;
    }
    vector_free(&last);
}

// The first event after it in program order with another location. A plain access is at another location and no event of
// the graph: what it orders the event after it does, too.
static uint32_t next_elsewhere(const Check *check, uint32_t event)
{
    uint32_t i = check->next[event];
    while (i != NO_EVENT && !graph_event(check->graph, i)->after_plain && same_location(check->graph, event, i))
        i = check->next[i];
    return i;
}

// The last one before it; the event before a plain access stands for that.
static uint32_t previous_elsewhere(const Check *check, uint32_t event)
{
    uint32_t later = event, i = check->previous[event];
    while (i != NO_EVENT && !graph_event(check->graph, later)->after_plain && same_location(check->graph, event, i)) {
        later = i;
        i = check->previous[i];
    }
    return i;
}

// sb to another location; hb; sb from another location. The two events are of different threads.
static bool goes_elsewhere(const Check *check, uint32_t a, uint32_t b)
{
    uint32_t after = next_elsewhere(check, a), before = previous_elsewhere(check, b);
    return after != NO_EVENT && before != NO_EVENT && graph_happens_before(check->graph, after, before);
}

static bool scb(const Check *check, uint32_t a, uint32_t b)
{
    const GraphEvent *first = graph_event(check->graph, a), *second = graph_event(check->graph, b);
    if (a == b)
        return false;
    if (first->thread != UINT32_MAX && first->thread == second->thread)
        return first->number < second->number;
    if (same_location(check->graph, a, b)) {
        if (graph_happens_before(check->graph, a, b))
            return true;
        if (second->writes && (first->writes || first->source != NO_EVENT) && check->rank[a] < check->rank[b])
            return true; // mo, rb
    }
    return goes_elsewhere(check, a, b);
}

// Whether there are accesses x after the fence a and y before the fence b such that y comes after x in some way on their
// location.
static bool joined_by_location(const Check *check, uint32_t a, uint32_t b)
{
    const Graph *graph = check->graph;
    for (uint32_t x = 0; x < graph->events.count; x++) {
        const GraphEvent *event = graph_event(graph, x);
        if (event->dropped || !is_access(event) || !graph_happens_before(graph, a, x))
            continue;
        for (uint32_t y = 0; y < graph->events.count; y++)
            if (!graph_event(graph, y)->dropped && same_location(graph, x, y) && check->rank[x] < check->rank[y] &&
                graph_happens_before(graph, y, b))
                return true;
    }
    return false;
}

static bool after_fence(const Check *check, uint32_t fence, uint32_t event)
{
    return fence == event || graph_happens_before(check->graph, fence, event);
}

static bool before_fence(const Check *check, uint32_t event, uint32_t fence)
{
    return fence == event || graph_happens_before(check->graph, event, fence);
}

static bool psc(const Check *check, uint32_t a, uint32_t b)
{
    const Graph *graph = check->graph;
    bool first_fence = graph_event(graph, a)->fence, second_fence = graph_event(graph, b)->fence;
    if (first_fence && second_fence)
        return graph_happens_before(graph, a, b) || joined_by_location(check, a, b);
    if (!first_fence && !second_fence)
        return scb(check, a, b);
    for (uint32_t i = 0; i < graph->events.count; i++) {
        if (graph_event(graph, i)->dropped)
            continue;
        if (first_fence ? after_fence(check, a, i) && scb(check, i, b) : before_fence(check, i, b) && scb(check, a, i))
            return true;
    }
    return false;
}

enum { STATE_NEW, STATE_OPEN, STATE_DONE };

static bool finds_cycle(Check *check, uint32_t index)
{
    check->state.data[index] = STATE_OPEN;
    for (uint32_t i = 0; i < check->sc.count; i++) {
        if (i == index || check->state.data[i] == STATE_DONE || !psc(check, check->sc.data[index], check->sc.data[i]))
            continue;
        if (check->state.data[i] == STATE_OPEN || finds_cycle(check, i))
            return true;
    }
    check->state.data[index] = STATE_DONE;
    return false;
}

bool graph_meets_sc(const Graph *graph)
{
    uint64_t room = (uint64_t)graph->events.count * sizeof(uint32_t);
    Check check = {.graph = graph,
                   .rank = memory_allocate_zeroed(room),
                   .previous = memory_allocate(room),
                   .next = memory_allocate(room)};
    bool cycle = false;
    line_up_threads(&check);
    rank_locations(graph, check.rank);
    vector_resize(&check.state, check.sc.count);
    for (uint32_t i = 0; i < check.sc.count && !cycle; i++)
        cycle = check.state.data[i] == STATE_NEW && finds_cycle(&check, i);
    free(check.rank);
    free(check.previous);
    free(check.next);
    vector_free(&check.sc);
    vector_free(&check.state);
    return !cycle;
}

// --- Store buffers

typedef struct BufferCheck {
    const Graph *graph;
    uint32_t *rank;   // as above
    uint32_t *drains; // how often its thread had drained its buffers when it was made
    bool *seen;
    VECTOR(uint32_t) open;
} BufferCheck;

static void count_drains(BufferCheck *check)
{
    const Graph *graph = check->graph;
    VECTOR(uint32_t) counts = {0};
    for (uint32_t i = 0; i < graph->events.count; i++) {
        const GraphEvent *event = graph_event(graph, i);
        if (event->dropped || event->thread == UINT32_MAX)
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
    if (a == b || second->thread == UINT32_MAX)
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
    rank_locations(graph, check.rank);
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
    if (last || (c11 && graph->sc_count + (event->order == ORDER_SEQ_CST) < 2))
        return true;
    uint32_t added = add(graph, event, write, form);
    bool meets = c11 ? graph_meets_sc(graph) : meets_buffers(graph, added);
    graph_drop_event(graph, added);
    return meets;
}
