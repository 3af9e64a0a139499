// The condition on seq_cst as it is written down (psc in order/seq_cst.c), for all events of a graph.
#ifndef RADDLE_TEST_SC_DEFINITION_H
#define RADDLE_TEST_SC_DEFINITION_H

#include <stdlib.h>

#include "base/vector.h"
#include "order/graph.h"

static void graph_rank_accesses(const Graph *graph, uint32_t *ranks)
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

// Facts about the events of a graph, by event, while the condition is checked.
typedef struct Check {
    const Graph *graph;
    uint32_t *rank;     // see graph_rank_accesses
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

static bool graph_meets_sc(const Graph *graph)
{
    uint64_t room = (uint64_t)graph->events.count * sizeof(uint32_t);
    Check check = {.graph = graph, .rank = calloc(1, room + 1), .previous = malloc(room + 1), .next = malloc(room + 1)};
    bool cycle = false;
    line_up_threads(&check);
    graph_rank_accesses(graph, check.rank);
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

#endif
