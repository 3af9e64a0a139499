// psc in the paper: no cycle of
//   psc_base  = ([SC] u [F SC]; hb?); scb; ([SC] u hb?; [F SC])
//   psc_fence = [F SC]; (hb u hb; eco; hb); [F SC]
// with scb = sb u (sb between different locations; hb; sb between different locations) u hb on one location u mo u rb.
// Events that are seq_cst are called nodes here: accesses and fences.
//
// What was added is the last of its thread, so it comes before others by the order on its location alone; at the end of
// that order, or where it reads what is there, it closes no cycle. Otherwise a cycle goes through it. If it is a node, the
// cycle leads back to its thread, whose nodes come before it. If a fence happens before it, what comes after it on its
// location comes after the fence, too, and a cycle may lead back to the fence.
//
// The nodes of a thread come one after the other, so of each thread it is enough to know the first one that was come to.
// Every access is walked past on its location once, so the work does not grow with the square of the events.
#include "order/seq_cst.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/none.h"

// Events by thread, each thread's in its order.
typedef struct Lines {
    uint32_t *start; // by thread: where its events begin; one more: where the last one's end
    uint32_t *events;
} Lines;

enum { PASSED = 1, READERS_PASSED = 2 };

typedef struct Forward {
    const Graph *graph;
    uint32_t thread_count;
    Lines all, nodes;
    uint32_t *place;      // by event: its index in `all`, or none
    uint32_t *next_fence; // by index in `nodes`: the first fence there or later in the thread, or the end of the thread
    uint32_t *reached;    // by thread: its nodes from this index on have been come to
    uint32_t *covered;    // by thread: its events from this index on happen after a fence that was come to
    uint8_t *passed;      // by event, of a write: whether it was walked past, and whether those who read it were
    VECTOR(uint32_t) open; // nodes that were come to and not looked at yet
} Forward;

static bool is_access(const GraphEvent *event)
{
    return event->location != NO_LOCATION;
}

static bool is_node(const GraphEvent *event)
{
    return !event->dropped && event->thread != NO_THREAD && event->order == ORDER_SEQ_CST;
}

static bool same_location(const Graph *graph, uint32_t a, uint32_t b)
{
    const GraphEvent *first = graph_event(graph, a), *second = graph_event(graph, b);
    return is_access(first) && first->location == second->location;
}

// --- Events by thread

static bool belongs(const GraphEvent *event, bool nodes)
{
    return nodes ? is_node(event) : !event->dropped && event->thread != NO_THREAD;
}

static Lines line_up(const Graph *graph, uint32_t thread_count, bool nodes)
{
    Lines lines = {.start = memory_allocate_zeroed((thread_count + 2) * sizeof(uint32_t)),
                   .events = memory_allocate((graph->events.count + 1) * sizeof(uint32_t))};
    uint32_t *next = lines.start + 1; // counts, then where the next event of a thread goes; in the end where it ends
    for (uint32_t i = 0; i < graph->events.count; i++)
        if (belongs(graph_event(graph, i), nodes))
            next[graph_event(graph, i)->thread + 1]++;
    for (uint32_t i = 0; i < thread_count; i++)
        next[i + 1] += next[i];
    for (uint32_t i = 0; i < graph->events.count; i++)
        if (belongs(graph_event(graph, i), nodes))
            lines.events[next[graph_event(graph, i)->thread]++] = i;
    return lines;
}

static void lines_free(Lines *lines)
{
    free(lines->start);
    free(lines->events);
}

static void forward_create(Forward *forward, const Graph *graph)
{
    uint32_t count = graph->events.count;
    *forward = (Forward){.graph = graph};
    for (uint32_t i = 0; i < count; i++) {
        const GraphEvent *event = graph_event(graph, i);
        if (event->thread != NO_THREAD && event->thread >= forward->thread_count)
            forward->thread_count = event->thread + 1;
    }
    forward->all = line_up(graph, forward->thread_count, false);
    forward->nodes = line_up(graph, forward->thread_count, true);
    forward->place = memory_allocate_zeroed((count + 1) * sizeof(uint32_t));
    forward->next_fence = memory_allocate((count + 1) * sizeof(uint32_t));
    forward->reached = memory_allocate_zeroed((forward->thread_count + 1) * sizeof(uint32_t));
    forward->covered = memory_allocate_zeroed((forward->thread_count + 1) * sizeof(uint32_t));
    forward->passed = memory_allocate(count + 1);
    for (uint32_t i = 0; i < forward->all.start[forward->thread_count]; i++)
        forward->place[forward->all.events[i]] = i;
    for (uint32_t thread = 0; thread < forward->thread_count; thread++) {
        uint32_t fence = forward->nodes.start[thread + 1];
        for (uint32_t i = fence; i-- > forward->nodes.start[thread];) {
            if (graph_event(graph, forward->nodes.events[i])->fence)
                fence = i;
            forward->next_fence[i] = fence;
        }
    }
}

static void forward_free(Forward *forward)
{
    lines_free(&forward->all);
    lines_free(&forward->nodes);
    free(forward->place);
    free(forward->next_fence);
    free(forward->reached);
    free(forward->covered);
    free(forward->passed);
    vector_free(&forward->open);
}

static void begin(Forward *forward)
{
    for (uint32_t thread = 0; thread < forward->thread_count; thread++) {
        forward->reached[thread] = forward->nodes.start[thread + 1];
        forward->covered[thread] = forward->all.start[thread + 1];
    }
    for (uint32_t i = 0; i < forward->graph->events.count; i++)
        forward->passed[i] = 0;
    forward->open.count = 0;
}

// The first from `low` on that the event happens before; `high` if there is none before that.
static uint32_t find_first_after(const Forward *forward, uint32_t event, const Lines *lines, uint32_t low,
                                 uint32_t high)
{
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (graph_happens_before(forward->graph, event, lines->events[middle]))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

// --- The parts of scb

// The first event after it in program order with another location. A plain access is at another location and no event of
// the graph: what it orders the event after it does, too.
static uint32_t next_elsewhere(const Forward *forward, uint32_t event)
{
    const Graph *graph = forward->graph;
    uint32_t end = forward->all.start[graph_event(graph, event)->thread + 1];
    for (uint32_t i = forward->place[event] + 1; i < end; i++) {
        uint32_t later = forward->all.events[i];
        if (graph_event(graph, later)->after_plain || !same_location(graph, event, later))
            return later;
    }
    return NO_EVENT;
}

// The last one before it; the event before a plain access stands for that.
static uint32_t previous_elsewhere(const Forward *forward, uint32_t event)
{
    const Graph *graph = forward->graph;
    uint32_t start = forward->all.start[graph_event(graph, event)->thread], later = event;
    for (uint32_t i = forward->place[event]; i-- > start;) {
        uint32_t earlier = forward->all.events[i];
        if (graph_event(graph, later)->after_plain || !same_location(graph, event, earlier))
            return earlier;
        later = earlier;
    }
    return NO_EVENT;
}

// sb to another location; hb; sb from another location. The two events are of different threads.
static bool goes_elsewhere(const Forward *forward, uint32_t a, uint32_t b)
{
    uint32_t after = next_elsewhere(forward, a), before = previous_elsewhere(forward, b);
    return after != NO_EVENT && before != NO_EVENT && graph_happens_before(forward->graph, after, before);
}

// --- What is come to

static void reach(Forward *forward, uint32_t thread, uint32_t index)
{
    while (forward->reached[thread] > index)
        vector_push(&forward->open, forward->nodes.events[--forward->reached[thread]]);
}

static void reach_fences_after(Forward *forward, uint32_t event)
{
    for (uint32_t thread = 0; thread < forward->thread_count; thread++) {
        uint32_t end = forward->reached[thread];
        uint32_t index =
            find_first_after(forward, event, &forward->nodes, forward->nodes.start[thread], forward->reached[thread]);
        if (index < end)
            reach(forward, thread, forward->next_fence[index]);
    }
}

static void pass_write(Forward *forward, uint32_t write)
{
    const GraphEvent *event = graph_event(forward->graph, write);
    if (event->thread == NO_THREAD)
        return;
    reach_fences_after(forward, write);
    if (event->order != ORDER_SEQ_CST)
        return;
    uint32_t end = forward->reached[event->thread];
    uint32_t later = find_first_after(forward, write, &forward->nodes, forward->nodes.start[event->thread], end);
    if (later > forward->nodes.start[event->thread] && forward->nodes.events[later - 1] == write)
        reach(forward, event->thread, later - 1); // else it has been come to
}

static void pass_readers(Forward *forward, uint32_t write)
{
    const Graph *graph = forward->graph;
    forward->passed[write] |= READERS_PASSED;
    for (uint32_t i = graph_event(graph, write)->readers; i != NO_EVENT; i = graph_event(graph, i)->next_reader)
        if (!graph_event(graph, i)->writes)
            reach_fences_after(forward, i);
}

// What comes after the access on its location: writes; for who comes from a fence, those who read these, too.
static void walk(Forward *forward, uint32_t access, bool from_fence)
{
    const Graph *graph = forward->graph;
    const GraphEvent *first = graph_event(graph, access);
    uint8_t all = from_fence ? PASSED | READERS_PASSED : PASSED;
    if (from_fence && first->writes && !(forward->passed[access] & READERS_PASSED))
        pass_readers(forward, access);
    uint32_t write = first->writes ? first->after : graph_event(graph, first->source)->after;
    for (; write != NO_EVENT && (forward->passed[write] & all) != all; write = graph_event(graph, write)->after) {
        if (!(forward->passed[write] & PASSED))
            pass_write(forward, write);
        forward->passed[write] |= PASSED;
        if (from_fence && !(forward->passed[write] & READERS_PASSED))
            pass_readers(forward, write);
    }
}

// --- From a node

static void go_from_access(Forward *forward, uint32_t event)
{
    const Graph *graph = forward->graph;
    walk(forward, event, false);
    reach_fences_after(forward, event);
    for (uint32_t thread = 0; thread < forward->thread_count; thread++) {
        uint32_t end = forward->reached[thread];
        if (thread == graph_event(graph, event)->thread)
            continue;
        uint32_t index = find_first_after(forward, event, &forward->nodes, forward->nodes.start[thread], end);
        while (index < end && !same_location(graph, event, forward->nodes.events[index]) &&
               !goes_elsewhere(forward, event, forward->nodes.events[index]))
            index++;
        reach(forward, thread, index);
    }
}

// Whether the access, the first of its thread that happens after the fence, also happens after an access to its location
// that does.
static bool follows_on_location(const Forward *forward, uint32_t fence, uint32_t access)
{
    const Graph *graph = forward->graph;
    for (uint32_t i = 0; i < graph->events.count; i++)
        if (!graph_event(graph, i)->dropped && same_location(graph, access, i) &&
            graph_happens_before(graph, fence, i) && graph_happens_before(graph, i, access))
            return true;
    return false;
}

static void cover(Forward *forward, uint32_t fence, uint32_t thread, uint32_t first)
{
    const Graph *graph = forward->graph;
    uint32_t event = forward->all.events[first];
    uint32_t node =
        find_first_after(forward, event, &forward->nodes, forward->nodes.start[thread], forward->reached[thread]);
    reach(forward, thread, node);
    if (node > forward->nodes.start[thread] && forward->nodes.events[node - 1] == event &&
        (thread == graph_event(graph, fence)->thread || graph_event(graph, event)->fence ||
         follows_on_location(forward, fence, event)))
        reach(forward, thread, node - 1);
    while (forward->covered[thread] > first) {
        uint32_t covered = forward->all.events[--forward->covered[thread]];
        if (is_access(graph_event(graph, covered)))
            walk(forward, covered, true);
    }
}

static void go_from_fence(Forward *forward, uint32_t fence)
{
    reach_fences_after(forward, fence);
    for (uint32_t thread = 0; thread < forward->thread_count; thread++) {
        uint32_t end = forward->all.start[thread + 1];
        uint32_t first = find_first_after(forward, fence, &forward->all, forward->all.start[thread], end);
        if (first < end)
            cover(forward, fence, thread, first);
    }
}

static void go_on(Forward *forward)
{
    while (forward->open.count) {
        uint32_t event = vector_pop(&forward->open);
        if (graph_event(forward->graph, event)->fence)
            go_from_fence(forward, event);
        else
            go_from_access(forward, event);
    }
}

// --- One event more

static bool returns_to_thread(Forward *forward, uint32_t added)
{
    uint32_t thread = graph_event(forward->graph, added)->thread;
    begin(forward);
    walk(forward, added, false);
    go_on(forward);
    return forward->reached[thread] < forward->nodes.start[thread + 1];
}

static bool returns_to_fence(Forward *forward, uint32_t added)
{
    begin(forward);
    walk(forward, added, true);
    go_on(forward);
    for (uint32_t thread = 0; thread < forward->thread_count; thread++)
        for (uint32_t i = forward->reached[thread]; i < forward->nodes.start[thread + 1]; i++)
            if (graph_event(forward->graph, forward->nodes.events[i])->fence &&
                graph_happens_before(forward->graph, forward->nodes.events[i], added))
                return true;
    return false;
}

// Whether a fence that is seq_cst happens before who knows this.
static bool knows_fence(const Graph *graph, const Clock *known)
{
    for (uint32_t i = 0; graph->sc_fence_count && i < graph->events.count; i++) {
        const GraphEvent *event = graph_event(graph, i);
        if (event->fence && is_node(event) && graph_is_known(graph, i, known))
            return true;
    }
    return false;
}

bool graph_may_break_sc(const Graph *graph, const NewEvent *event)
{
    return event->order == ORDER_SEQ_CST ? graph->sc_count != 0 : knows_fence(graph, event->known);
}

bool graph_still_meets_sc(const Graph *graph, uint32_t added)
{
    Forward forward;
    forward_create(&forward, graph);
    bool cycle = (is_node(graph_event(graph, added)) && returns_to_thread(&forward, added)) ||
                 (graph->sc_fence_count && returns_to_fence(&forward, added));
    forward_free(&forward);
    return !cycle;
}
