// Looking at the order of a solution.
#include "solve/order_state.h"

bool order_latest_before(const Order *order, OrderNode node, uint32_t chain, uint32_t limit, OrderNode *other,
                         Literal *literal)
{
    const OrderRow *row = order->frozen ? order_row(order, node, chain) : NULL;
    if (!row)
        return false;
    // False literals ("node before other") come first.
    uint32_t low = 0, high = order_row_find(row, limit);
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (solver_value(order->solver, row->entries.data[middle].literal))
            high = middle;
        else
            low = middle + 1;
    }
    if (!low)
        return false;
    *other = order_node_at(order, chain, row->entries.data[low - 1].index);
    *literal = -row->entries.data[low - 1].literal;
    return true;
}

void order_each_fixed_edge(const Order *order, void (*visit)(void *context, OrderNode before, OrderNode after),
                           void *context)
{
    for (uint32_t i = 0; i < order->edges.count; i++)
        visit(context, order->edges.data[i].before, order->edges.data[i].after);
}
