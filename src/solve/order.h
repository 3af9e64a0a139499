// The order theory: nodes in chains (the events of threads in program order), fixed edges between chains, and
// literals for "a comes before b". A satisfying assignment of order_solve has an acyclic graph of fixed edges and
// true literals, and so a total order.
//
// Two ways, for comparison: ORDER_GRAPH (one variable per asked pair, cycles of two literals and program order
// forbidden at once where few, other cycles when they show up: solve, look for cycles, forbid several hundred short
// ones, solve again) and ORDER_CLOCKS (a bit-vector clock per node, everything at once).
#ifndef RADDLE_SOLVE_ORDER_H
#define RADDLE_SOLVE_ORDER_H

#include "solve/solver.h"

typedef struct Order Order;
typedef uint32_t OrderNode;
typedef enum OrderMethod { ORDER_GRAPH, ORDER_CLOCKS } OrderMethod;

// `solver` must outlive the order. It may be NULL for an ORDER_GRAPH of which only order_must is asked.
Order *order_create(Solver *solver, OrderMethod method);
void order_free(Order *order);

// A new last node of a chain. Chains are numbered from 0 without large gaps: tables have a column for each. Nodes
// should be added in an order known to be possible: it is tried first.
OrderNode order_add_node(Order *order, uint32_t chain);
// `before` precedes `after` in every order. The fixed edges must stay acyclic. All nodes and fixed edges are added
// before the first question about order.
void order_add_edge(Order *order, OrderNode before, OrderNode after);
uint32_t order_node_count(const Order *order);

// Whether the fixed edges and chains alone put a before b (a != b). Constant time (vector clocks over chains).
bool order_must(Order *order, OrderNode a, OrderNode b);
// True exactly if a precedes b; constant where order_must decides. order_before(b, a) is its negation. Precondition:
// a != b.
Literal order_before(Order *order, OrderNode a, OrderNode b);

// As solver_solve, with the order kept: to be called in its place. Also adds the clauses of the pairs asked for since
// the last call. Afterwards the solution and the failed assumptions are read from the solver.
SolveResult order_solve(Order *order, const Literal *assumptions, uint32_t count);
// After SOLVE_SATISFIED: all nodes in an order that respects chains, fixed edges and every literal handed out. Among
// the possible ones it stays in a chain for as long as it can. `sequence` has room for order_node_count.
void order_sequence(Order *order, OrderNode *sequence);

// Pairs are numbered as their literals are handed out. Calls `visit` for each from `first` on, in any order; the
// literal is true exactly if a precedes b.
void order_each_pair(const Order *order, uint64_t first,
                     void (*visit)(void *context, OrderNode a, OrderNode b, Literal literal), void *context);
// Calls `visit` for every fixed edge.
void order_each_fixed_edge(const Order *order, void (*visit)(void *context, OrderNode before, OrderNode after),
                           void *context);

// The question that order_solve decides with these assumptions, as an SMT-LIB 2 script over Booleans and integers (the
// time of each node). The solver must keep its clauses.
void order_append_smt(const Order *order, const Literal *assumptions, uint32_t count, Text *out);

typedef struct OrderStatistics {
    uint64_t literals; // pairs asked for that were not decided
    uint64_t eager_clauses;
    uint64_t cycles; // forbidden when they showed up
    uint64_t rounds; // of solving
} OrderStatistics;
OrderStatistics order_statistics(const Order *order);

#endif
