// Whether the order in which a run takes locks and joins threads lets threads wait for each other in a circle.
#include "encode/concurrent_trace.h"

typedef VECTOR(uint32_t) ResourceList;

// Resources are locks and threads; whoever holds one and asks for another makes an edge. A thread holds itself until it
// ends.
typedef struct ResourceGraph {
    Map numbers; // lock, or thread | THREAD_RESOURCE -> node + 1
    VECTOR(ResourceList) edges;
    VECTOR(uint8_t) state; // of the search: 0 new, 1 on the path, 2 done
} ResourceGraph;

static const uint64_t THREAD_RESOURCE = UINT64_C(1) << 63;

static uint32_t resource(ResourceGraph *graph, uint64_t key)
{
    uint64_t *number = map_insert(&graph->numbers, key);
    if (!*number) {
        vector_push(&graph->edges, (ResourceList){0});
        *number = graph->edges.count;
    }
    return (uint32_t)*number - 1;
}

static bool has_cycle(ResourceGraph *graph)
{
    typedef struct Visit {
        uint32_t node, next;
    } Visit;
    VECTOR(Visit) path = {0};
    bool found = false;
    vector_resize(&graph->state, graph->edges.count);
    for (uint32_t root = 0; root < graph->edges.count && !found; root++) {
        if (graph->state.data[root])
            continue;
        graph->state.data[root] = 1;
        vector_push(&path, (Visit){root, 0});
        while (path.count && !found) {
            Visit *top = &vector_last(&path);
            if (top->next == graph->edges.data[top->node].count) {
                graph->state.data[top->node] = 2;
                vector_drop(&path);
                continue;
            }
            uint32_t next = graph->edges.data[top->node].data[top->next++];
            found = graph->state.data[next] == 1;
            if (graph->state.data[next])
                continue;
            graph->state.data[next] = 1;
            vector_push(&path, (Visit){next, 0});
        }
    }
    vector_free(&path);
    return found;
}

static void add_edges(ResourceGraph *graph, const ConcurrentTrace *concurrent, EventId id)
{
    const ConcurrentEvent *event = &concurrent->events.data[id];
    const TraceEvent *recorded = concurrent_trace_recorded(concurrent, id);
    uint32_t wanted =
        resource(graph, event->kind == EVENT_join ? recorded->other | THREAD_RESOURCE : recorded->address);
    uint32_t self = resource(graph, event->thread | THREAD_RESOURCE);
    vector_push(&graph->edges.data[self], wanted);
    for (uint32_t i = 0; i < event->section_count; i++) {
        const Section *section = &concurrent->sections.data[concurrent->section_lists.data[event->first_section + i]];
        uint32_t holder = resource(graph, section->lock);
        if (section->begin != id && holder != wanted)
            vector_push(&graph->edges.data[holder], wanted);
    }
}

bool concurrent_trace_locks_in_circle(const ConcurrentTrace *concurrent)
{
    ResourceGraph graph = {0};
    for (EventId i = 0; i < concurrent->events.count; i++)
        if (event_kind_locks(concurrent->events.data[i].kind) || concurrent->events.data[i].kind == EVENT_join)
            add_edges(&graph, concurrent, i);
    bool circle = has_cycle(&graph);
    for (uint32_t i = 0; i < graph.edges.count; i++)
        vector_free(&graph.edges.data[i]);
    vector_free(&graph.edges);
    vector_free(&graph.state);
    map_free(&graph.numbers);
    return circle;
}
