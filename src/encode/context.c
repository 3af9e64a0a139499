#include "encode/context.h"

#include <stdlib.h>

#include "base/memory.h"
#include "encode/state.h"

enum { CLAUSES_PER_ROUND = 500, NO_NODE = UINT32_MAX };

// How a node got its level: the number of strict steps on the longest way to it.
typedef struct Step {
    uint32_t level;
    OrderNode from;  // NO_NODE at the beginning of a way
    Literal literal; // of the step; 0 along a thread, or by creating and joining
} Step;

typedef VECTOR(OrderNode) NodeList;

struct ContextBound {
    Encoding *encoding;
    uint64_t bound;
    Literal literal;
    VECTOR(NodeList) fixed;      // per node: where fixed edges into it come from
    VECTOR(uint32_t) last_join;  // per thread: node of its last join, or NO_NODE
    VECTOR(Step) steps;          // per node
    VECTOR(uint32_t) encoded;    // per thread: how many of its nodes
    VECTOR(uint32_t) node_index; // per node: number in its thread
    VECTOR(OrderNode) previous;  // per node: the one before it in its thread, or NO_NODE
};

static void note_edge(void *context, OrderNode before, OrderNode after)
{
    ContextBound *bound = context;
    vector_push(&bound->fixed.data[after], before);
}

static uint32_t thread_of(const ContextBound *bound, OrderNode node)
{
    return encoding_event(bound->encoding, bound->encoding->model->node_events.data[node])->thread;
}

ContextBound *context_bound_create(Encoding *encoding, uint64_t limit)
{
    const Model *model = encoding->model;
    ContextBound *bound = memory_allocate_zeroed(sizeof *bound);
    bound->encoding = encoding;
    bound->bound = limit;
    bound->literal = solver_new_literal(encoding->solver);
    encoding_set_bound(encoding, bound->literal);
    vector_resize(&bound->fixed, model->node_count);
    vector_resize(&bound->steps, model->node_count);
    vector_resize(&bound->node_index, model->node_count);
    order_each_fixed_edge(encoding->order, note_edge, bound);
    VECTOR(OrderNode) last = {0};
    for (uint32_t i = 0; i < model->threads.count; i++) {
        vector_push(&bound->last_join, NO_NODE);
        vector_push(&bound->encoded, 0);
        vector_push(&last, NO_NODE);
    }
    for (OrderNode node = 0; node < model->node_count; node++) {
        uint32_t thread = thread_of(bound, node);
        vector_push(&bound->previous, last.data[thread]);
        bound->node_index.data[node] = last.data[thread] == NO_NODE ? 0 : bound->node_index.data[last.data[thread]] + 1;
        last.data[thread] = node;
    }
    for (EventId i = 0; i < model->events.count; i++)
        if (model->events.data[i].kind == EVENT_join)
            bound->last_join.data[model->events.data[i].thread] = model->events.data[i].node;
    vector_free(&last);
    return bound;
}

void context_bound_free(ContextBound *bound)
{
    if (!bound)
        return;
    for (uint32_t i = 0; i < bound->fixed.count; i++)
        vector_free(&bound->fixed.data[i]);
    vector_free(&bound->fixed);
    vector_free(&bound->last_join);
    vector_free(&bound->steps);
    vector_free(&bound->encoded);
    vector_free(&bound->node_index);
    vector_free(&bound->previous);
    free(bound);
}

Literal context_bound_literal(const ContextBound *bound)
{
    return bound->literal;
}

static bool is_encoded(const ContextBound *bound, OrderNode node)
{
    return bound->encoding->executed.data[bound->encoding->model->node_events.data[node]] != 0;
}

// Leaving a thread that waits to join costs nothing, so what it did before a join is not strictly before what others do.
static bool is_strict(const ContextBound *bound, OrderNode from)
{
    OrderNode join = bound->last_join.data[thread_of(bound, from)];
    return join == NO_NODE || join <= from;
}

static void improve(ContextBound *bound, OrderNode node, OrderNode from, Literal literal)
{
    uint32_t level = bound->steps.data[from].level + (literal && is_strict(bound, from));
    Step *step = &bound->steps.data[node];
    if (step->from == NO_NODE || level > step->level)
        *step = (Step){level, from, literal};
}

static void compute_level(ContextBound *bound, OrderNode node)
{
    const Encoding *encoding = bound->encoding;
    bound->steps.data[node] = (Step){0, NO_NODE, 0};
    if (bound->previous.data[node] != NO_NODE)
        improve(bound, node, bound->previous.data[node], 0);
    for (uint32_t i = 0; i < bound->fixed.data[node].count; i++)
        improve(bound, node, bound->fixed.data[node].data[i], 0);
    for (uint32_t i = 0; i < bound->encoded.count; i++) {
        OrderNode other;
        Literal literal;
        if (order_latest_before(encoding->order, node, i, bound->encoded.data[i], &other, &literal))
            improve(bound, node, other, literal);
    }
}

// The way to the node takes one strict step too many.
static void forbid_way(ContextBound *bound, OrderNode node)
{
    LiteralList clause = {0};
    vector_push(&clause, -bound->literal);
    while (bound->steps.data[node].from != NO_NODE) {
        const Step *step = &bound->steps.data[node];
        if (step->literal)
            vector_push(&clause, -step->literal);
        node = step->from;
    }
    encoding_add_clause(bound->encoding, clause.data, clause.count);
    vector_free(&clause);
}

bool context_bound_refine(ContextBound *bound)
{
    const Encoding *encoding = bound->encoding;
    uint32_t forbidden = 0;
    for (uint32_t i = 0; i < bound->encoded.count; i++)
        bound->encoded.data[i] = 0;
    for (OrderNode node = 0; node < encoding->model->node_count; node++)
        if (is_encoded(bound, node))
            bound->encoded.data[thread_of(bound, node)] = bound->node_index.data[node] + 1;
    // Only the first node beyond the bound on each way: what follows is beyond it for the same reason.
    for (uint32_t i = 0; i < encoding->sequence.count && forbidden < CLAUSES_PER_ROUND; i++) {
        OrderNode node = encoding->sequence.data[i];
        if (!is_encoded(bound, node))
            continue;
        compute_level(bound, node);
        const Step *step = &bound->steps.data[node];
        if (step->level <= bound->bound || bound->steps.data[step->from].level > bound->bound)
            continue;
        forbid_way(bound, node);
        forbidden++;
    }
    return forbidden != 0;
}
