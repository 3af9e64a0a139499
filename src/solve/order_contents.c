// Looking at what an order is asked about, and writing it down.
#include "solve/order_state.h"

void order_each_pair(const Order *order, uint64_t first,
                     void (*visit)(void *context, OrderNode a, OrderNode b, Literal literal), void *context)
{
    for (uint32_t i = 1; i < order->rows.count; i++) {
        const OrderRow *row = &order->rows.data[i];
        for (uint32_t j = 0; j < row->entries.count; j++) {
            const OrderEntry *entry = &row->entries.data[j];
            OrderNode other = order_node_at(order, row->chain, entry->index);
            if (entry->serial >= first && row->node < other)
                visit(context, row->node, other, entry->literal);
        }
    }
}

void order_each_fixed_edge(const Order *order, void (*visit)(void *context, OrderNode before, OrderNode after),
                           void *context)
{
    for (uint32_t i = 0; i < order->edges.count; i++)
        visit(context, order->edges.data[i].before, order->edges.data[i].after);
}

static void append_earlier(OrderNode before, OrderNode after, Text *out)
{
    text_format(out, "(assert (< o%u o%u))\n", before, after);
}

void order_append_smt(const Order *order, const Literal *assumptions, uint32_t count, Text *out)
{
    text_append(out, "(reset)\n(set-logic QF_IDL)\n");
    solver_append_smt(order->solver, assumptions, count, out);
    for (OrderNode i = 0; i < order->nodes.count; i++)
        text_format(out, "(declare-const o%u Int)\n", i);
    for (uint32_t i = 0; i < order->chains.count; i++)
        for (uint32_t j = 1; j < order->chains.data[i].count; j++)
            append_earlier(order_node_at(order, i, j - 1), order_node_at(order, i, j), out);
    for (uint32_t i = 0; i < order->edges.count; i++)
        append_earlier(order->edges.data[i].before, order->edges.data[i].after, out);
    for (uint32_t i = 1; i < order->rows.count; i++) {
        const OrderRow *row = &order->rows.data[i];
        for (uint32_t j = 0; j < row->entries.count; j++) {
            OrderNode other = order_node_at(order, row->chain, row->entries.data[j].index);
            text_append(out, "(assert (= ");
            literal_append_smt(row->entries.data[j].literal, out);
            text_format(out, " (< o%u o%u)))\n", row->node, other);
        }
    }
    text_append(out, "(check-sat)\n");
}
