// Time in unary: a literal per node and level says that the node is at that level or later. Levels do not fall along a
// thread, and rise with every strict step; beyond the bound there is none. Only nodes whose order was asked about have
// levels.
#include "encode/context.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/none.h"
#include "encode/encoding_state.h"

enum { NO_NODE = NONE };

typedef VECTOR(OrderNode) NodeList;

struct ContextBound {
    Encoding *encoding;
    uint64_t bound;
    LiteralList limits;          // by bound; 0: cannot be assumed
    uint64_t pairs;              // of the order that are covered
    VECTOR(uint32_t) first;      // per node: index of its level 1 in `levels` + 1, 0: it has none
    VECTOR(Literal) levels;      // `bound` per node that has them
    VECTOR(NodeList) threads;    // the nodes with levels, in program order
    VECTOR(OrderNode) last_join; // per thread, or NO_NODE
};

static uint32_t thread_of(const ContextBound *bound, OrderNode node)
{
    return encoding_event(bound->encoding, bound->encoding->concurrent->node_events.data[node])->thread;
}

Literal context_bound_literal(const ContextBound *bound, uint64_t limit)
{
    return bound->limits.data[limit < bound->bound ? limit : bound->bound];
}

static Literal level_of(const ContextBound *bound, OrderNode node, uint64_t level)
{
    return bound->levels.data[bound->first.data[node] - 1 + level - 1];
}

// `after` is not at an earlier level than `before`, given the literal.
static void add_step(ContextBound *bound, OrderNode before, OrderNode after, Literal given)
{
    for (uint64_t level = 1; level <= bound->bound; level++)
        ADD_CLAUSE(bound->encoding, -given, -level_of(bound, before, level), level_of(bound, after, level));
}

// `after` is at a later level than `before`, given the literal.
static void add_strict_step(ContextBound *bound, OrderNode before, OrderNode after, Literal given)
{
    Encoding *encoding = bound->encoding;
    for (uint64_t level = 0; level <= bound->bound; level++) {
        Literal from = level ? level_of(bound, before, level) : encoding_true(encoding);
        if (level < bound->bound)
            ADD_CLAUSE(encoding, -given, -from, level_of(bound, after, level + 1));
        if (bound->limits.data[level])
            ADD_CLAUSE(encoding, -bound->limits.data[level], -given, -from);
    }
}

static void add_levels(ContextBound *bound, OrderNode node)
{
    if (bound->first.data[node])
        return;
    Encoding *encoding = bound->encoding;
    bound->first.data[node] = bound->levels.count + 1;
    for (uint64_t level = 1; level <= bound->bound; level++) {
        vector_push(&bound->levels, -solver_new_literal(encoding->solver));
        if (level > 1)
            ADD_CLAUSE(encoding, -level_of(bound, node, level), level_of(bound, node, level - 1));
    }
    NodeList *nodes = &bound->threads.data[thread_of(bound, node)];
    uint32_t at = nodes->count;
    while (at && nodes->data[at - 1] > node) // nodes of a thread are numbered in program order
        at--;
    vector_push(nodes, node);
    memmove(&nodes->data[at + 1], &nodes->data[at], (nodes->count - 1 - at) * sizeof *nodes->data);
    nodes->data[at] = node;
    if (at)
        add_step(bound, nodes->data[at - 1], node, encoding_true(encoding));
    if (at + 1 < nodes->count)
        add_step(bound, node, nodes->data[at + 1], encoding_true(encoding));
}

static void add_fixed_edge(void *context, OrderNode before, OrderNode after)
{
    ContextBound *bound = context;
    add_levels(bound, before);
    add_levels(bound, after);
    add_step(bound, before, after, encoding_true(bound->encoding));
}

// Leaving a thread that waits to join costs nothing, so what it did before a join is not strictly before what others
// do.
static void add_ordered(ContextBound *bound, OrderNode before, OrderNode after, Literal given)
{
    OrderNode join = bound->last_join.data[thread_of(bound, before)];
    if (join == NO_NODE || join <= before)
        add_strict_step(bound, before, after, given);
    else
        add_step(bound, before, after, given);
}

static void add_pair(void *context, OrderNode a, OrderNode b, Literal literal)
{
    ContextBound *bound = context;
    add_levels(bound, a);
    add_levels(bound, b);
    add_ordered(bound, a, b, literal);
    add_ordered(bound, b, a, -literal);
}

ContextBound *context_bound_create(Encoding *encoding, uint64_t limit, bool every)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    ContextBound *bound = memory_allocate_zeroed(sizeof *bound);
    bound->encoding = encoding;
    bound->bound = limit < concurrent->node_count ? limit : concurrent->node_count; // no way is longer
    Literal counted = solver_new_literal(encoding->solver);
    encoding_set_bound(encoding, counted);
    for (uint64_t i = 0; i <= bound->bound; i++) {
        vector_push(&bound->limits, every || i == bound->bound ? solver_new_literal(encoding->solver) : 0);
        if (bound->limits.data[i])
            ADD_CLAUSE(encoding, -bound->limits.data[i], counted);
    }
    vector_resize(&bound->first, concurrent->node_count);
    vector_resize(&bound->threads, concurrent->threads.count);
    for (uint32_t i = 0; i < concurrent->threads.count; i++)
        vector_push(&bound->last_join, NO_NODE);
    for (EventId i = 0; i < concurrent->events.count; i++)
        if (concurrent->events.data[i].kind == EVENT_join)
            bound->last_join.data[concurrent->events.data[i].thread] = concurrent->events.data[i].node;
    order_each_fixed_edge(encoding->order, add_fixed_edge, bound);
    return bound;
}

void context_bound_free(ContextBound *bound)
{
    if (!bound)
        return;
    for (uint32_t i = 0; i < bound->threads.count; i++)
        vector_free(&bound->threads.data[i]);
    vector_free(&bound->threads);
    vector_free(&bound->first);
    vector_free(&bound->levels);
    vector_free(&bound->limits);
    vector_free(&bound->last_join);
    free(bound);
}

bool context_bound_extend(ContextBound *bound)
{
    uint64_t pairs = order_statistics(bound->encoding->order).literals;
    if (pairs == bound->pairs)
        return false;
    order_each_pair(bound->encoding->order, bound->pairs, add_pair, bound);
    bound->pairs = pairs;
    return true;
}
