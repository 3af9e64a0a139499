#include "order/graph.h"

#include <string.h>

#include "base/fail.h"
#include "base/none.h"

static void copy_array(void *to, const void *from, uint64_t bytes)
{
    if (bytes)
        memcpy(to, from, bytes);
}

void graph_copy(Graph *to, const Graph *from)
{
    *to = (Graph){.consistency = from->consistency,
                  .sc_count = from->sc_count,
                  .sc_fence_count = from->sc_fence_count,
                  .stamps = from->stamps};
    vector_resize(&to->events, from->events.count);
    vector_resize(&to->times, from->times.count);
    vector_resize(&to->locations, from->locations.count);
    copy_array(to->events.data, from->events.data, from->events.count * sizeof *from->events.data);
    copy_array(to->times.data, from->times.data, from->times.count * sizeof *from->times.data);
    copy_array(to->locations.data, from->locations.data, from->locations.count * sizeof *from->locations.data);
    map_copy(&to->by_address, &from->by_address);
}

void graph_free(Graph *graph)
{
    vector_free(&graph->events);
    vector_free(&graph->times);
    vector_free(&graph->locations);
    map_free(&graph->by_address);
}

// --- Clocks

static KeptClock keep_clock(Graph *graph, const Clock *clock)
{
    KeptClock kept = {graph->times.count, clock->count};
    for (uint32_t i = 0; i < clock->count; i++)
        vector_push(&graph->times, clock->data[i]);
    return kept;
}

static uint32_t kept_time(const Graph *graph, KeptClock kept, uint32_t thread)
{
    return thread < kept.count ? graph->times.data[kept.start + thread] : 0;
}

void graph_take_clock(const Graph *graph, KeptClock kept, Clock *clock)
{
    if (!kept.count)
        return;
    Clock view = {.data = graph->times.data + kept.start, .count = kept.count, .capacity = kept.count};
    clock_join(clock, &view);
}

bool graph_is_known(const Graph *graph, uint32_t event, const Clock *clock)
{
    const GraphEvent *known = graph_event(graph, event);
    return known->thread == NO_THREAD || known->time <= clock_time(clock, known->thread);
}

bool graph_happens_before(const Graph *graph, uint32_t a, uint32_t b)
{
    const GraphEvent *first = graph_event(graph, a), *second = graph_event(graph, b);
    if (a == b || second->thread == NO_THREAD)
        return false;
    if (first->thread == NO_THREAD)
        return true;
    if (first->thread == second->thread)
        return first->number < second->number;
    return first->time <= kept_time(graph, second->known, first->thread);
}

// --- Locations

uint32_t graph_find_location(const Graph *graph, uint64_t address)
{
    const uint64_t *index = map_find(&graph->by_address, address);
    return index && *index ? (uint32_t)*index - 1 : NO_LOCATION;
}

uint32_t graph_add_location(Graph *graph, uint64_t address, uint32_t size, uint64_t value, uint32_t term)
{
    uint32_t location = graph->locations.count;
    GraphEvent initial = {.thread = NO_THREAD,
                          .location = location,
                          .source = NO_EVENT,
                          .order = ORDER_RELAXED,
                          .writes = true,
                          .before = NO_EVENT,
                          .after = NO_EVENT,
                          .readers = NO_EVENT,
                          .next_reader = NO_EVENT,
                          .value = value,
                          .term = term};
    vector_push(&graph->events, initial);
    vector_push(&graph->locations, (GraphLocation){.address = address, .size = size, .last = graph->events.count - 1});
    *map_insert(&graph->by_address, address) = location + 1;
    return location;
}

// Its events stay in the graph: what they order does not end with the memory.
void graph_forget_location(Graph *graph, uint32_t location)
{
    *map_insert(&graph->by_address, graph->locations.data[location].address) = 0;
}

// --- Events

static uint32_t add_event(Graph *graph, const NewEvent *new)
{
    GraphEvent event = {.thread = new->thread,
                        .number = new->number,
                        .time = clock_time(new->known, new->thread),
                        .location = new->location,
                        .source = NO_EVENT,
                        .order = new->order,
                        .fence = new->fence,
                        .after_plain = new->after_plain,
                        .drains_before = new->drains_before,
                        .drains_after = new->drains_after,
                        .before = NO_EVENT,
                        .after = NO_EVENT,
                        .readers = NO_EVENT,
                        .next_reader = NO_EVENT};
    event.known = keep_clock(graph, new->known);
    vector_push(&graph->events, event);
    graph->sc_count += new->order == ORDER_SEQ_CST;
    graph->sc_fence_count += new->order == ORDER_SEQ_CST &&new->fence;
    return graph->events.count - 1;
}

static void link_reader(Graph *graph, uint32_t reader, uint32_t source)
{
    GraphEvent *events = graph->events.data;
    events[reader].source = source;
    events[reader].next_reader = events[source].readers;
    events[source].readers = reader;
}

static void link_write(Graph *graph, uint32_t write, uint32_t before)
{
    GraphEvent *events = graph->events.data;
    GraphLocation *location = &graph->locations.data[events[write].location];
    events[write].writes = true;
    events[write].before = before;
    events[write].after = events[before].after;
    events[before].after = write;
    if (events[write].after == NO_EVENT)
        location->last = write;
    else
        events[events[write].after].before = write;
}

uint32_t graph_add_fence(Graph *graph, const NewEvent *event)
{
    return add_event(graph, event);
}

uint32_t graph_add_read(Graph *graph, const NewEvent *event, uint32_t source)
{
    uint32_t added = add_event(graph, event);
    link_reader(graph, added, source);
    return added;
}

uint32_t graph_add_write(Graph *graph, const NewEvent *event, uint32_t before)
{
    uint32_t added = add_event(graph, event);
    link_write(graph, added, before);
    return added;
}

uint32_t graph_add_update(Graph *graph, const NewEvent *event, uint32_t source)
{
    uint32_t added = add_event(graph, event);
    link_reader(graph, added, source);
    link_write(graph, added, source);
    return added;
}

void graph_set_written(Graph *graph, uint32_t event, uint64_t value, uint32_t term, const Clock *headed,
                       const Clock *released)
{
    KeptClock own = keep_clock(graph, headed), all = keep_clock(graph, released);
    GraphEvent *written = &graph->events.data[event];
    written->headed = own;
    written->released = all;
    written->value = value;
    written->term = term;
    written->stamp = ++graph->stamps;
}

static void unlink_reader(Graph *graph, uint32_t reader)
{
    GraphEvent *events = graph->events.data;
    uint32_t *link = &events[events[reader].source].readers;
    while (*link != reader)
        link = &events[*link].next_reader;
    *link = events[reader].next_reader;
}

static void unlink_write(Graph *graph, uint32_t write)
{
    GraphEvent *events = graph->events.data;
    GraphLocation *location = &graph->locations.data[events[write].location];
    CHECK(events[write].readers == NO_EVENT);
    events[events[write].before].after = events[write].after;
    if (events[write].after == NO_EVENT)
        location->last = events[write].before;
    else
        events[events[write].after].before = events[write].before;
}

void graph_drop_event(Graph *graph, uint32_t event)
{
    GraphEvent *dropped = &graph->events.data[event];
    if (dropped->source != NO_EVENT)
        unlink_reader(graph, event);
    if (dropped->writes)
        unlink_write(graph, event);
    graph->sc_count -= dropped->order == ORDER_SEQ_CST;
    graph->sc_fence_count -= dropped->order == ORDER_SEQ_CST && dropped->fence;
    dropped->dropped = true;
    while (graph->events.count && vector_last(&graph->events).dropped) {
        graph->times.count = vector_last(&graph->events).known.start;
        vector_drop(&graph->events);
    }
}

bool graph_is_updated(const Graph *graph, uint32_t write)
{
    uint32_t after = graph_event(graph, write)->after;
    return after != NO_EVENT && graph_event(graph, after)->source != NO_EVENT;
}

bool graph_is_oldest(const Graph *graph, uint32_t write, const Clock *clock)
{
    if (graph_is_known(graph, write, clock))
        return true;
    for (uint32_t i = graph_event(graph, write)->readers; i != NO_EVENT; i = graph_event(graph, i)->next_reader)
        if (graph_is_known(graph, i, clock))
            return true;
    return false;
}

// --- Hash

// Which event it is, whatever its index.
static uint64_t name_of(const Graph *graph, uint32_t event)
{
    if (event == NO_EVENT)
        return UINT64_MAX;
    const GraphEvent *named = graph_event(graph, event);
    return named->thread == NO_THREAD ? graph->locations.data[named->location].address
                                      : (uint64_t)named->thread << 32 | named->number;
}

uint64_t graph_hash(const Graph *graph, uint64_t hash)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < graph->events.count; i++) {
        const GraphEvent *event = graph_event(graph, i);
        if (event->dropped)
            continue;
        uint64_t own = hash_words(hash, name_of(graph, i), name_of(graph, event->source));
        uint64_t address = event->location == NO_LOCATION ? 0 : graph->locations.data[event->location].address;
        own = hash_words(own, address,
                         (uint64_t)event->order << 4 | (uint64_t)event->drains_before << 3 |
                             (uint64_t)event->drains_after << 2 | (uint64_t)event->fence << 1 | event->after_plain);
        if (event->writes)
            own = hash_words(own, name_of(graph, event->before), event->value ^ (uint64_t)event->term << 32);
        sum += own;
    }
    return hash_word(hash, sum);
}
