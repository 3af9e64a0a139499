// The order theory from the inside; for the order*.c files alone.
//
// A row holds what was asked about one node x and one other chain C: the literals "x before y" for nodes y of C, sorted
// by the place of y in C. Chains are ordered, so in every solution a row is a run of false literals followed by a run
// of true ones. Each asked pair stands in two rows, with opposite literals.
#ifndef RADDLE_SOLVE_ORDER_STATE_H
#define RADDLE_SOLVE_ORDER_STATE_H

#include "base/vector.h"
#include "solve/order.h"

typedef struct OrderPlace {
    uint32_t chain;
    uint32_t index; // in the chain
} OrderPlace;

typedef struct OrderEdge {
    OrderNode before;
    OrderNode after;
} OrderEdge;

typedef struct OrderEntry {
    uint32_t index;  // of the other node in its chain
    Literal literal; // the row's node before the other
    uint32_t serial; // pairs are numbered as they are asked for
} OrderEntry;

typedef struct OrderRow {
    OrderNode node;
    uint32_t chain; // of the other nodes
    VECTOR(OrderEntry) entries;
} OrderRow;

typedef VECTOR(OrderNode) OrderChain;

// The pairs asked for between two chains, of which the first `swept` were looked at together (order_links.c).
typedef struct OrderBlock {
    uint32_t pairs;
    uint32_t swept;
    uint32_t next_serial; // pairs with a smaller serial were swept
} OrderBlock;

struct Order {
    Solver *solver;
    OrderMethod method;
    bool frozen; // no more nodes and fixed edges: the clocks are computed
    VECTOR(OrderPlace) nodes;
    VECTOR(OrderChain) chains;
    VECTOR(OrderEdge) edges;
    // Tables with a line per node and a column per chain, once frozen:
    uint32_t *clocks; // how many nodes of the chain come before or are the node in every order
    uint32_t *row_of; // index into `rows`, 0: none
    uint32_t *needs;  // how many nodes of the chain come before the node because of its literals in the last solution
    VECTOR(OrderRow) rows;       // the first one is not used
    VECTOR(OrderEdge) new_pairs; // asked for since the last solve
    OrderBlock *blocks;          // by chain * chains + chain, the smaller chain first
    Term *clock_terms;           // by node, for ORDER_CLOCKS
    OrderNode *sequence;         // of the last solution
    bool has_sequence;
    OrderStatistics statistics;
};

static inline const uint32_t *order_clock(const Order *order, OrderNode node)
{
    return order->clocks + (size_t)node * order->chains.count;
}

static inline OrderNode order_node_at(const Order *order, uint32_t chain, uint32_t index)
{
    return order->chains.data[chain].data[index];
}

// The row of a node and a chain, or NULL.
static inline OrderRow *order_row(const Order *order, OrderNode node, uint32_t chain)
{
    uint32_t row = order->row_of[(size_t)node * order->chains.count + chain];
    return row ? &order->rows.data[row] : NULL;
}

// How many entries of the row stand for nodes with a smaller index.
uint32_t order_row_find(const OrderRow *row, uint32_t index);

// order_links.c: clauses for the pairs asked for since the last solve: the rows of every solution are sorted
// afterwards.
void order_link_new_pairs(Order *order);

// order_cycles.c: reads the solution. True if it has an order; it is stored in `sequence`. Otherwise at least one
// clause that the solution violates has been added.
bool order_check_solution(Order *order);

#endif
