// psc in the paper: no cycle of
//   psc_base  = ([SC] u [F SC]; hb?); scb; ([SC] u hb?; [F SC])
//   psc_fence = [F SC]; (hb u hb; eco; hb); [F SC]
// with scb = sb u (sb between different locations; hb; sb between different locations) u hb on one location u mo u rb.
// An event at the end of modification order, or that reads what is there, has nothing after it, so it closes no cycle.
#include "order/seq_cst.h"

#include <stdlib.h>

#include "base/memory.h"

void graph_rank_accesses(const Graph *graph, uint32_t *ranks)
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

bool graph_meets_sc(const Graph *graph)
{
    uint64_t room = (uint64_t)graph->events.count * sizeof(uint32_t);
    Check check = {.graph = graph,
                   .rank = memory_allocate_zeroed(room),
                   .previous = memory_allocate(room),
                   .next = memory_allocate(room)};
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

// --- One event more
//
// What was added is the last of its thread, so it comes before others by modification order alone. A cycle goes through
// it: from it, along what comes after, back to its thread. Where there are no fences that are seq_cst, events that are
// seq_cst are accesses, and those of a thread come one after the other; so it is enough to know the first one of each
// thread that is come to.

typedef struct Forward {
    Check check;
    uint32_t *start;   // by thread: where its events begin in `ordered`
    uint32_t *reached; // by thread: all from here on have been come to, an index of `ordered`
    uint32_t thread_count;
    uint32_t *ordered; // the events that are seq_cst, thread by thread
    VECTOR(uint32_t) open;
} Forward;

static void sort_by_thread(Forward *forward)
{
    const Graph *graph = forward->check.graph;
    uint32_t count = forward->check.sc.count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t thread = graph_event(graph, forward->check.sc.data[i])->thread;
        forward->thread_count = thread >= forward->thread_count ? thread + 1 : forward->thread_count;
    }
    forward->start = memory_allocate_zeroed((forward->thread_count + 1) * sizeof(uint32_t));
    forward->reached = memory_allocate_zeroed(forward->thread_count * sizeof(uint32_t));
    forward->ordered = memory_allocate(count * sizeof(uint32_t));
    for (uint32_t i = 0; i < count; i++)
        forward->start[graph_event(graph, forward->check.sc.data[i])->thread + 1]++;
    for (uint32_t i = 0; i < forward->thread_count; i++)
        forward->reached[i] = forward->start[i + 1] += forward->start[i];
    for (uint32_t i = count; i-- > 0;) // from the last to the first: `reached` ends where each thread begins
        forward->ordered[--forward->reached[graph_event(graph, forward->check.sc.data[i])->thread]] =
            forward->check.sc.data[i];
    for (uint32_t i = 0; i < forward->thread_count; i++)
        forward->reached[i] = forward->start[i + 1];
}

// All of the thread from this index on are come to.
static void reach(Forward *forward, uint32_t thread, uint32_t index)
{
    while (forward->reached[thread] > index)
        vector_push(&forward->open, forward->ordered[--forward->reached[thread]]);
}

// The write that is seq_cst and comes next in modification order: all others come after that.
static void reach_next_write(Forward *forward, uint32_t event)
{
    const Graph *graph = forward->check.graph;
    const GraphEvent *access = graph_event(graph, event);
    uint32_t write = access->writes ? access->after : graph_event(graph, access->source)->after;
    while (write != NO_EVENT && graph_event(graph, write)->order != ORDER_SEQ_CST)
        write = graph_event(graph, write)->after;
    if (write == NO_EVENT)
        return;
    uint32_t thread = graph_event(graph, write)->thread, index = forward->start[thread];
    while (index < forward->reached[thread] && forward->ordered[index] != write)
        index++;
    reach(forward, thread, index);
}

// The first of the thread that the event happens before, among those not come to.
static uint32_t find_first_after(const Forward *forward, uint32_t event, uint32_t thread)
{
    uint32_t low = forward->start[thread], high = forward->reached[thread];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (graph_happens_before(forward->check.graph, event, forward->ordered[middle]))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void reach_what_happens_after(Forward *forward, uint32_t event)
{
    const Graph *graph = forward->check.graph;
    for (uint32_t thread = 0; thread < forward->thread_count; thread++) {
        if (thread == graph_event(graph, event)->thread)
            continue;
        uint32_t index = find_first_after(forward, event, thread);
        while (index < forward->reached[thread] && !same_location(graph, event, forward->ordered[index]) &&
               !goes_elsewhere(&forward->check, event, forward->ordered[index]))
            index++;
        reach(forward, thread, index);
    }
}

static bool returns_to_thread(Forward *forward, uint32_t added)
{
    uint32_t thread = graph_event(forward->check.graph, added)->thread;
    vector_push(&forward->open, added);
    while (forward->open.count) {
        uint32_t event = vector_pop(&forward->open);
        reach_next_write(forward, event);
        reach_what_happens_after(forward, event);
        if (forward->reached[thread] < forward->start[thread + 1])
            return true;
    }
    return false;
}

static bool accesses_still_meet_sc(const Graph *graph, uint32_t added)
{
    uint64_t room = (uint64_t)graph->events.count * sizeof(uint32_t);
    Forward forward = {.check = {.graph = graph, .previous = memory_allocate(room), .next = memory_allocate(room)}};
    line_up_threads(&forward.check);
    sort_by_thread(&forward);
    bool cycle = returns_to_thread(&forward, added);
    free(forward.check.previous);
    free(forward.check.next);
    vector_free(&forward.check.sc);
    free(forward.start);
    free(forward.reached);
    free(forward.ordered);
    vector_free(&forward.open);
    return !cycle;
}

// An event that is not seq_cst orders others that are only if it comes after a fence.
bool graph_may_break_sc(const Graph *graph, const NewEvent *event)
{
    if (event->order == ORDER_SEQ_CST)
        return graph->sc_count != 0;
    for (uint32_t i = 0; graph->sc_fence_count && i < graph->events.count; i++) {
        const GraphEvent *fence = graph_event(graph, i);
        if (fence->fence && !fence->dropped && fence->order == ORDER_SEQ_CST && graph_is_known(graph, i, event->known))
            return true;
    }
    return false;
}

bool graph_still_meets_sc(const Graph *graph, uint32_t added)
{
    return graph->sc_fence_count ? graph_meets_sc(graph) : accesses_still_meet_sc(graph, added);
}
