// Nodes, fixed edges and literals of the order theory, and the loop around the solver.
//
// What the fixed edges and chains decide is answered by vector clocks (Fidge, Mattern): each node knows how many
// nodes of every chain must come before it. For the other pairs there is one literal each, kept in rows
// (order_state.h) that serve for looking a pair up, for linking it with its neighbours (order_links.c) and for
// reading a solution (order_cycles.c).
//
// With ORDER_CLOCKS a literal is the comparison of two bit-vectors. Two clocks may be equal: then the positive
// literal of their pair, that the smaller node comes first, is false, and the order among equal clocks is from the
// largest node to the smallest. The fixed edges are strict. So a solution always has an order, and it is read from the
// literals as for ORDER_GRAPH.
#include "solve/order.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/memory.h"
#include "solve/order_state.h"

Order *order_create(Solver *solver, OrderMethod method)
{
    Order *order = memory_allocate_zeroed(sizeof *order);
    order->solver = solver;
    order->method = method;
    return order;
}

void order_free(Order *order)
{
    if (!order)
        return;
    for (uint32_t i = 0; i < order->chains.count; i++)
        vector_free(&order->chains.data[i]);
    for (uint32_t i = 0; i < order->rows.count; i++)
        vector_free(&order->rows.data[i].entries);
    vector_free(&order->nodes);
    vector_free(&order->chains);
    vector_free(&order->edges);
    vector_free(&order->rows);
    vector_free(&order->new_pairs);
    free(order->clocks);
    free(order->row_of);
    free(order->needs);
    free(order->blocks);
    free(order->clock_terms);
    free(order->sequence);
    free(order);
}

OrderNode order_add_node(Order *order, uint32_t chain)
{
    CHECK(!order->frozen);
    if (chain >= order->chains.count)
        vector_resize(&order->chains, chain + 1);
    OrderNode node = order->nodes.count;
    vector_push(&order->nodes, (OrderPlace){chain, order->chains.data[chain].count});
    vector_push(&order->chains.data[chain], node);
    return node;
}

void order_add_edge(Order *order, OrderNode before, OrderNode after)
{
    CHECK(!order->frozen && before < order->nodes.count && after < order->nodes.count);
    vector_push(&order->edges, (OrderEdge){before, after});
}

uint32_t order_node_count(const Order *order)
{
    return order->nodes.count;
}

OrderStatistics order_statistics(const Order *order)
{
    return order->statistics;
}

static void merge_clock(const Order *order, OrderNode before, OrderNode after)
{
    uint32_t chains = order->chains.count;
    const uint32_t *from = order->clocks + (size_t)before * chains;
    uint32_t *into = order->clocks + (size_t)after * chains;
    for (uint32_t i = 0; i < chains; i++) {
        if (from[i] > into[i])
            into[i] = from[i];
    }
}

// Kahn's algorithm over chains and fixed edges; a node's clock is complete when it is taken from the queue.
static void compute_clocks(Order *order)
{
    uint32_t count = order->nodes.count;
    uint32_t *first = memory_allocate_zeroed(((size_t)count + 2) * sizeof *first); // of a node's edges in `targets`
    OrderNode *targets = memory_allocate(((size_t)order->edges.count + 1) * sizeof *targets);
    uint32_t *missing = memory_allocate_zeroed(((size_t)count + 1) * sizeof *missing); // predecessors not yet done
    OrderNode *queue = memory_allocate(((size_t)count + 1) * sizeof *queue);
    for (uint32_t i = 0; i < order->edges.count; i++) {
        first[order->edges.data[i].before + 2]++;
        missing[order->edges.data[i].after]++;
    }
    for (uint32_t i = 2; i < count + 2; i++)
        first[i] += first[i - 1];
    for (uint32_t i = 0; i < order->edges.count; i++)
        targets[first[order->edges.data[i].before + 1]++] = order->edges.data[i].after;

    uint32_t filled = 0;
    for (OrderNode node = 0; node < count; node++) {
        missing[node] += order->nodes.data[node].index > 0;
        if (missing[node] == 0)
            queue[filled++] = node;
    }
    for (uint32_t done = 0; done < filled; done++) {
        OrderNode node = queue[done];
        OrderPlace place = order->nodes.data[node];
        order->clocks[(size_t)node * order->chains.count + place.chain] = place.index + 1;
        for (uint32_t i = first[node]; i < first[node + 1]; i++) {
            merge_clock(order, node, targets[i]);
            if (--missing[targets[i]] == 0)
                queue[filled++] = targets[i];
        }
        if (place.index + 1 < order->chains.data[place.chain].count) {
            OrderNode next = order_node_at(order, place.chain, place.index + 1);
            merge_clock(order, node, next);
            if (--missing[next] == 0)
                queue[filled++] = next;
        }
    }
    if (filled != count)
        INTERNAL_ERROR("the fixed edges of an order have a cycle");
    free(first);
    free(targets);
    free(missing);
    free(queue);
}

static void assert_clocks_ascend(Order *order, OrderNode before, OrderNode after)
{
    solver_assert(order->solver,
                  term_ult(solver_terms(order->solver), order->clock_terms[before], order->clock_terms[after]));
}

static void create_clock_terms(Order *order)
{
    uint32_t count = order->nodes.count, width = 1;
    while (width < 32 && count > UINT32_C(1) << width)
        width++;
    order->clock_terms = memory_allocate(((size_t)count + 1) * sizeof *order->clock_terms);
    for (OrderNode node = 0; node < count; node++)
        order->clock_terms[node] = term_symbol(solver_terms(order->solver), width, NULL);
    for (OrderNode node = 0; node < count; node++) {
        OrderPlace place = order->nodes.data[node];
        if (place.index > 0)
            assert_clocks_ascend(order, order_node_at(order, place.chain, place.index - 1), node);
    }
    for (uint32_t i = 0; i < order->edges.count; i++)
        assert_clocks_ascend(order, order->edges.data[i].before, order->edges.data[i].after);
}

static void freeze(Order *order)
{
    if (order->frozen)
        return;
    order->frozen = true;
    size_t chains = order->chains.count, cells = order->nodes.count * chains + 1;
    order->clocks = memory_allocate_zeroed(cells * sizeof *order->clocks);
    order->row_of = memory_allocate_zeroed(cells * sizeof *order->row_of);
    order->needs = memory_allocate_zeroed(cells * sizeof *order->needs);
    order->blocks = memory_allocate_zeroed((chains * chains + 1) * sizeof *order->blocks);
    order->sequence = memory_allocate_zeroed(((size_t)order->nodes.count + 1) * sizeof *order->sequence);
    vector_resize(&order->rows, 1);
    compute_clocks(order);
    if (order->method == ORDER_CLOCKS)
        create_clock_terms(order);
}

bool order_must(Order *order, OrderNode a, OrderNode b)
{
    freeze(order);
    OrderPlace place = order->nodes.data[a];
    return a != b && order_clock(order, b)[place.chain] > place.index;
}

uint32_t order_row_find(const OrderRow *row, uint32_t index)
{
    uint32_t low = 0, high = row->entries.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (row->entries.data[middle].index < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void insert_entry(Order *order, OrderNode node, OrderPlace other, Literal literal, uint32_t serial)
{
    uint32_t *row_index = &order->row_of[(size_t)node * order->chains.count + other.chain];
    if (*row_index == 0) {
        *row_index = order->rows.count;
        vector_push(&order->rows, (OrderRow){.node = node, .chain = other.chain});
    }
    OrderRow *row = &order->rows.data[*row_index];
    uint32_t at = order_row_find(row, other.index);
    vector_push(&row->entries, (OrderEntry){0});
    OrderEntry *entry = &row->entries.data[at];
    memmove(entry + 1, entry, (row->entries.count - 1 - at) * sizeof *entry);
    *entry = (OrderEntry){other.index, literal, serial};
}

// A literal for a pair that nothing decides; a is the smaller node, so that the positive literal is the order of the
// ids.
static Literal create_literal(Order *order, OrderNode a, OrderNode b)
{
    Literal literal = order->method == ORDER_GRAPH
                          ? solver_new_literal(order->solver)
                          : solver_literal(order->solver, term_ult(solver_terms(order->solver), order->clock_terms[a],
                                                                   order->clock_terms[b]));
    OrderPlace place_a = order->nodes.data[a], place_b = order->nodes.data[b];
    uint32_t serial = (uint32_t)order->statistics.literals++;
    insert_entry(order, a, place_b, literal, serial);
    insert_entry(order, b, place_a, -literal, serial);
    if (order->method == ORDER_GRAPH)
        vector_push(&order->new_pairs, (OrderEdge){a, b});
    return literal;
}

Literal order_before(Order *order, OrderNode a, OrderNode b)
{
    CHECK(a != b && a < order->nodes.count && b < order->nodes.count);
    if (order_must(order, a, b))
        return solver_true(order->solver);
    if (order_must(order, b, a))
        return -solver_true(order->solver);
    OrderPlace place = order->nodes.data[b];
    const OrderRow *row = order_row(order, a, place.chain);
    if (row) {
        uint32_t at = order_row_find(row, place.index);
        if (at < row->entries.count && row->entries.data[at].index == place.index)
            return row->entries.data[at].literal;
    }
    return a < b ? create_literal(order, a, b) : -create_literal(order, b, a);
}

SolveResult order_solve(Order *order, const Literal *assumptions, uint32_t count)
{
    freeze(order);
    order->has_sequence = false;
    order_link_new_pairs(order);
    for (;;) {
        SolveResult result = solver_solve(order->solver, assumptions, count);
        order->statistics.rounds++;
        if (result != SOLVE_SATISFIED)
            return result;
        if (order_check_solution(order)) {
            order->has_sequence = true;
            return SOLVE_SATISFIED;
        }
        if (order->method == ORDER_CLOCKS)
            INTERNAL_ERROR("the clocks of a solution have no order");
    }
}

void order_sequence(Order *order, OrderNode *sequence)
{
    CHECK(order->has_sequence);
    memcpy(sequence, order->sequence, order->nodes.count * sizeof *sequence);
}
