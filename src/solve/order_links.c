// The eager part of the order theory: cycles of two literals, forbidden before they show up.
//
// A literal "a before b" implies every literal "a' before b'" with a' at or before a, and b at or before b', in every
// order. Two kinds of these implications become clauses:
//
// Neighbours. Each new pair is linked with the nearest pairs in its two rows. This is needed, not only fast: it makes
// every row of a solution a run of false literals and a run of true ones, on which reading the solution relies. Where
// fixed edges from a third chain come in, the pair is also linked with the nearest pair of that chain.
//
// Diagonals. Between two chains the asked pairs are points of a grid, and the implications are those of dominance.
// When enough pairs of a grid are new, one sweep over its lines visits the points that a point dominates directly
// (with no third one in between; the others follow), and links the first few. A full grid could have quadratically
// many, hence the limits; what is left out is found as a cycle when it shows up.
#include "solve/order_state.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
    SWEEP_SHARE = 8,       // a sweep is worth it when at least 1/8 of a grid's pairs are new
    MAXIMUM_DIAGONALS = 8, // links of a pair in one direction
    MAXIMUM_SCAN = 1024,   // columns looked at for a pair
};

static void add_implication(Order *order, Literal premise, Literal conclusion)
{
    solver_add_clause(order->solver, (Literal[]){-premise, conclusion}, 2);
    order->statistics.eager_clauses++;
}

// Links "x before y" with what it implies about the neighbours of x and y. Called for both directions of a pair,
// which by contraposition gives what implies it; between two new pairs only the younger one adds the clause.
static void link_neighbours(Order *order, OrderNode x, OrderNode y)
{
    OrderPlace place_x = order->nodes.data[x], place_y = order->nodes.data[y];
    const OrderRow *row_x = order_row(order, x, place_y.chain), *row_y = order_row(order, y, place_x.chain);
    uint32_t at_x = order_row_find(row_x, place_y.index), at_y = order_row_find(row_y, place_x.index);
    OrderEntry entry = row_x->entries.data[at_x];
    if (at_x + 1 < row_x->entries.count && row_x->entries.data[at_x + 1].serial < entry.serial)
        add_implication(order, entry.literal, row_x->entries.data[at_x + 1].literal);
    const uint32_t *previous_clock = NULL;
    if (at_y > 0) {
        OrderEntry previous = row_y->entries.data[at_y - 1];
        if (previous.serial < entry.serial)
            add_implication(order, entry.literal, -previous.literal);
        previous_clock = order_clock(order, order_node_at(order, place_x.chain, previous.index));
    }
    const uint32_t *clock = order_clock(order, x);
    for (uint32_t chain = 0; chain < order->chains.count; chain++) {
        if (clock[chain] == 0 || chain == place_x.chain || chain == place_y.chain ||
            (previous_clock && previous_clock[chain] == clock[chain]))
            continue;
        const OrderRow *row = order_row(order, y, chain);
        uint32_t end = row ? order_row_find(row, clock[chain]) : 0;
        if (end > 0)
            add_implication(order, entry.literal, -row->entries.data[end - 1].literal);
    }
}

// The columns of the grid while a sweep goes over its lines.
typedef struct Columns {
    uint32_t *line;   // the last line with a pair in this column, counted from 1; 0: none
    OrderEntry *pair; // that pair
} Columns;

static void sweep_line(Order *order, const OrderRow *row, uint32_t line, uint32_t column_count, uint32_t first_new,
                       Columns *columns)
{
    for (uint32_t i = 0; i < row->entries.count; i++) {
        OrderEntry entry = row->entries.data[i];
        uint32_t end = i + 1 < row->entries.count ? row->entries.data[i + 1].index : column_count;
        if (end - entry.index > MAXIMUM_SCAN)
            end = entry.index + MAXIMUM_SCAN;
        uint32_t best = columns->line[entry.index], links = 0;
        for (uint32_t column = entry.index + 1; column < end && links < MAXIMUM_DIAGONALS; column++) {
            if (columns->line[column] <= best)
                continue;
            best = columns->line[column];
            links++;
            OrderEntry other = columns->pair[column];
            if (entry.serial >= first_new || other.serial >= first_new)
                add_implication(order, entry.literal, other.literal);
        }
        columns->line[entry.index] = line;
        columns->pair[entry.index] = entry;
    }
}

static void sweep_block(Order *order, uint32_t chain_a, uint32_t chain_b, OrderBlock *block)
{
    const OrderChain *lines = &order->chains.data[chain_a];
    uint32_t column_count = order->chains.data[chain_b].count;
    Columns columns = {memory_allocate_zeroed(column_count * sizeof *columns.line),
                       memory_allocate(column_count * sizeof *columns.pair)};
    for (uint32_t line = 0; line < lines->count; line++) {
        const OrderRow *row = order_row(order, lines->data[line], chain_b);
        if (row)
            sweep_line(order, row, line + 1, column_count, block->next_serial, &columns);
    }
    free(columns.line);
    free(columns.pair);
    block->swept = block->pairs;
    block->next_serial = (uint32_t)order->statistics.literals;
}

void order_link_new_pairs(Order *order)
{
    uint32_t chains = order->chains.count;
    for (uint32_t i = 0; i < order->new_pairs.count; i++) {
        OrderEdge pair = order->new_pairs.data[i];
        link_neighbours(order, pair.before, pair.after);
        link_neighbours(order, pair.after, pair.before);
        uint32_t chain_a = order->nodes.data[pair.before].chain, chain_b = order->nodes.data[pair.after].chain;
        order->blocks[chain_a < chain_b ? chain_a * chains + chain_b : chain_b * chains + chain_a].pairs++;
    }
    if (order->new_pairs.count == 0)
        return;
    order->new_pairs.count = 0;
    for (uint32_t a = 0; a < chains; a++) {
        for (uint32_t b = a + 1; b < chains; b++) {
            OrderBlock *block = &order->blocks[a * chains + b];
            if (block->pairs > block->swept && (block->pairs - block->swept) >= block->pairs / SWEEP_SHARE)
                sweep_block(order, a, b, block);
        }
    }
}
