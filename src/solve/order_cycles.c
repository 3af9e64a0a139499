// The lazy part of the order theory: reading a solution, and forbidding the cycles in it.
//
// A row of a solution is sorted, so of all literals that put nodes of a chain before x only the last one counts: x
// needs the first so and so many nodes of that chain. From these numbers and the vector clocks an order is built
// greedily; it fails exactly if there is a cycle.
//
// Cycles are searched among the nodes that could not be placed. The nodes that come before a given one form a prefix
// of every chain, so a set of them is one number per chain. Start with the nodes that literals put before x and what
// must come before these; one step adds what the literals of the nodes reached put before them, and what must come
// before that. A table of prefix maxima along the chains makes a step quadratic in the number of chains, whatever the
// number of nodes. When x is reached, this is a cycle through x, and none has fewer literals. A shortest cycle of all
// visits no chain twice, so as many steps as there are chains suffice to find one.
//
// The literals of a cycle are then replaced by weaker ones that still close it (and are true in the solution, too),
// which makes the clause stronger. The shortest clauses are added.
#include "base/none.h"
#include "solve/order_state.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/map.h"
#include "base/memory.h"

enum {
    MAXIMUM_CYCLES = 2000, // forbidden in one round
    ENOUGH_CYCLES = 4000,  // among which the shortest are chosen
};
#define NO_NODE NONE

// How many nodes of a chain were reached, and how.
typedef struct Reached {
    uint32_t count;
    uint32_t step;   // in which the count was last raised
    OrderEdge edge;  // the literal used in that step
    uint32_t origin; // chain from which the step was taken
} Reached;

typedef struct Clause {
    uint32_t start; // in `literals`
    uint32_t count;
} Clause;

typedef struct CycleSearch {
    Order *order;
    uint32_t *placed; // by chain: how many of its nodes
    // By node and chain: how many nodes of the chain come before the node by one literal, of the node or of one
    // before it in its chain, and what must come before that; and which literal: that of the node with index
    // `sources` in its chain about the chain `vias`.
    uint32_t *maxima;
    uint32_t *sources;
    uint32_t *vias;
    Reached *steps; // by step and chain
    // By chain, of the step being taken: how many of its nodes are reached, and from which chain.
    uint32_t *counts;
    uint32_t *origins;
    VECTOR(OrderEdge) cycle;
    VECTOR(Literal) literals;
    VECTOR(Clause) clauses;
    Map known; // hashes of clauses
} CycleSearch;

static void read_needs(Order *order)
{
    uint32_t chains = order->chains.count;
    memset(order->needs, 0, (size_t)order->nodes.count * chains * sizeof *order->needs);
    for (uint32_t i = 1; i < order->rows.count; i++) {
        const OrderRow *row = &order->rows.data[i];
        uint32_t low = 0, high = row->entries.count;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (solver_value(order->solver, row->entries.data[middle].literal))
                high = middle;
            else
                low = middle + 1;
        }
        if (low > 0)
            order->needs[(size_t)row->node * chains + row->chain] = row->entries.data[low - 1].index + 1;
    }
}

// What the next node of a chain waits for.
typedef struct Wait {
    uint32_t chain;
    uint32_t count; // of nodes of that chain that must be placed
} Wait;

// The next node of a chain if all it needs is placed, otherwise NO_NODE.
static OrderNode next_ready_node(const Order *order, uint32_t chain, const uint32_t *placed, Wait *wait)
{
    if (placed[chain] == order->chains.data[chain].count || placed[wait->chain] < wait->count)
        return NO_NODE;
    OrderNode node = order_node_at(order, chain, placed[chain]);
    const uint32_t *clock = order_clock(order, node), *needs = order->needs + (size_t)node * order->chains.count;
    for (uint32_t other = 0; other < order->chains.count; other++) {
        uint32_t count = clock[other] > needs[other] ? clock[other] : needs[other];
        if (other != chain && placed[other] < count) {
            *wait = (Wait){other, count};
            return NO_NODE;
        }
    }
    return node;
}

// Places as many nodes as possible and returns how many: in the current chain while that can go on, otherwise in the
// chain whose next node is the smallest.
static uint32_t place_nodes(Order *order, uint32_t *placed)
{
    uint32_t chains = order->chains.count, total = 0;
    Wait *waits = memory_allocate_zeroed((chains + 1) * sizeof *waits);
    for (OrderNode node = NO_NODE; total < order->nodes.count;) {
        if (node != NO_NODE) {
            uint32_t current = order->nodes.data[node].chain;
            node = next_ready_node(order, current, placed, &waits[current]);
        }
        if (node == NO_NODE) {
            for (uint32_t chain = 0; chain < chains; chain++) {
                OrderNode next = next_ready_node(order, chain, placed, &waits[chain]);
                if (next < node)
                    node = next;
            }
        }
        if (node == NO_NODE)
            break;
        placed[order->nodes.data[node].chain]++;
        order->sequence[total++] = node;
    }
    free(waits);
    return total;
}

// Whether every literal handed out agrees with the sequence.
static void check_sequence(const Order *order)
{
    uint32_t *position = memory_allocate(((size_t)order->nodes.count + 1) * sizeof *position);
    for (uint32_t i = 0; i < order->nodes.count; i++)
        position[order->sequence[i]] = i;
    for (uint32_t i = 1; i < order->rows.count; i++) {
        const OrderRow *row = &order->rows.data[i];
        for (uint32_t j = 0; j < row->entries.count; j++) {
            OrderEntry entry = row->entries.data[j];
            OrderNode other = order_node_at(order, row->chain, entry.index);
            if (row->node < other)
                CHECK(solver_value(order->solver, entry.literal) == (position[row->node] < position[other]));
        }
    }
    free(position);
}

static void compute_maxima(CycleSearch *search)
{
    const Order *order = search->order;
    uint32_t chains = order->chains.count;
    for (uint32_t i = 0; i < chains; i++) {
        const OrderChain *chain = &order->chains.data[i];
        for (uint32_t index = 0; index < chain->count; index++) {
            size_t line = (size_t)chain->data[index] * chains;
            uint32_t *maxima = search->maxima + line, *sources = search->sources + line, *vias = search->vias + line;
            if (index == 0) {
                memset(maxima, 0, chains * sizeof *maxima);
            } else {
                size_t previous = (size_t)chain->data[index - 1] * chains;
                memcpy(maxima, search->maxima + previous, chains * sizeof *maxima);
                memcpy(sources, search->sources + previous, chains * sizeof *sources);
                memcpy(vias, search->vias + previous, chains * sizeof *vias);
            }
            for (uint32_t via = 0; via < chains; via++) {
                uint32_t need = order->needs[line + via];
                if (need <= maxima[via])
                    continue;
                const uint32_t *clock = order_clock(order, order_node_at(order, via, need - 1));
                for (uint32_t j = 0; j < chains; j++) {
                    if (clock[j] > maxima[j]) {
                        maxima[j] = clock[j];
                        sources[j] = index;
                        vias[j] = via;
                    }
                }
            }
        }
    }
}

// The literal that puts the needed nodes of the chain `via` before the node.
static OrderEdge need_edge(const Order *order, OrderNode node, uint32_t via)
{
    uint32_t need = order->needs[(size_t)node * order->chains.count + via];
    return (OrderEdge){order_node_at(order, via, need - 1), node};
}

// The first step of a search: what the literals of x put before it, among the nodes not placed.
static void take_first_step(CycleSearch *search, OrderNode x, Reached *into)
{
    const Order *order = search->order;
    uint32_t chains = order->chains.count;
    memset(search->counts, 0, chains * sizeof *search->counts);
    memset(into, 0, chains * sizeof *into);
    for (uint32_t via = 0; via < chains; via++) {
        uint32_t need = order->needs[(size_t)x * chains + via];
        if (need <= search->placed[via] || need <= search->counts[via])
            continue;
        OrderEdge edge = need_edge(order, x, via);
        const uint32_t *clock = order_clock(order, edge.before);
        for (uint32_t chain = 0; chain < chains; chain++) {
            if (clock[chain] > search->counts[chain]) {
                search->counts[chain] = clock[chain];
                into[chain] = (Reached){clock[chain], 1, edge, 0};
            }
        }
    }
}

// `into` becomes `from` and what one more literal reaches; false if that is nothing.
static bool take_step(CycleSearch *search, uint32_t step, const Reached *from, Reached *into)
{
    const Order *order = search->order;
    uint32_t chains = order->chains.count, *counts = search->counts, *origins = search->origins;
    for (uint32_t origin = 0; origin < chains; origin++) {
        if (from[origin].step + 1 != step)
            continue;
        const uint32_t *maxima = search->maxima + (size_t)order_node_at(order, origin, from[origin].count - 1) * chains;
        for (uint32_t chain = 0; chain < chains; chain++) {
            bool higher = maxima[chain] > counts[chain];
            counts[chain] = higher ? maxima[chain] : counts[chain];
            origins[chain] = higher ? origin : origins[chain];
        }
    }
    bool changed = false;
    for (uint32_t chain = 0; chain < chains; chain++) {
        into[chain] = from[chain];
        if (counts[chain] == from[chain].count)
            continue;
        uint32_t origin = origins[chain];
        size_t line = (size_t)order_node_at(order, origin, from[origin].count - 1) * chains;
        OrderNode after = order_node_at(order, origin, search->sources[line + chain]);
        into[chain] = (Reached){counts[chain], step, need_edge(order, after, search->vias[line + chain]), origin};
        changed = true;
    }
    return changed;
}

// Replaces the literal of an edge by a weaker one: the cycle comes from `previous`, which is or must be before
// edge->before, and goes on to `next`, which edge->after is or must be before.
static Literal weaken_edge(const Order *order, OrderNode previous, OrderEdge *edge, OrderNode next)
{
    OrderPlace place_before = order->nodes.data[edge->before], place_after = order->nodes.data[edge->after];
    const OrderRow *row = order_row(order, edge->before, place_after.chain);
    uint32_t at = order_row_find(row, order_clock(order, next)[place_after.chain]) - 1;
    edge->after = order_node_at(order, place_after.chain, row->entries.data[at].index);

    row = order_row(order, edge->after, place_before.chain);
    OrderPlace place_previous = order->nodes.data[previous];
    uint32_t low = 0, high = order_row_find(row, place_before.index);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        OrderNode candidate = order_node_at(order, place_before.chain, row->entries.data[middle].index);
        if (order_clock(order, candidate)[place_previous.chain] > place_previous.index)
            high = middle;
        else
            low = middle + 1;
    }
    edge->before = order_node_at(order, place_before.chain, row->entries.data[low].index);
    return -row->entries.data[low].literal;
}

static int compare_literals(const void *a, const void *b)
{
    Literal x = *(const Literal *)a, y = *(const Literal *)b;
    return (x > y) - (x < y);
}

static int compare_clauses(const void *a, const void *b)
{
    const Clause *x = a, *y = b;
    return x->count != y->count ? (x->count > y->count) - (x->count < y->count)
                                : (x->start > y->start) - (x->start < y->start);
}

// Keeps the clause against the cycle of search->cycle, whose edges are in order, unless it is known.
static void keep_clause(CycleSearch *search)
{
    uint32_t count = search->cycle.count, start = search->literals.count;
    for (uint32_t i = 0; i < count; i++) {
        OrderNode previous = search->cycle.data[(i + count - 1) % count].after;
        OrderNode next = search->cycle.data[(i + 1) % count].before;
        Literal literal = weaken_edge(search->order, previous, &search->cycle.data[i], next);
        CHECK(solver_value(search->order->solver, literal));
        vector_push(&search->literals, -literal);
    }
    Literal *literals = search->literals.data + start;
    qsort(literals, count, sizeof *literals, compare_literals);
    uint64_t *known = map_insert(&search->known, hash_bytes(literals, count * sizeof *literals, count));
    if (*known) {
        search->literals.count = start;
        return;
    }
    *known = 1;
    vector_push(&search->clauses, (Clause){start, count});
}

// Looks for a shortest cycle through x.
static void search_cycle(CycleSearch *search, OrderNode x)
{
    const Order *order = search->order;
    uint32_t chains = order->chains.count, step = 1;
    OrderPlace place = order->nodes.data[x];
    Reached *reached = search->steps + chains;
    take_first_step(search, x, reached);
    for (; reached[place.chain].count <= place.index; step++, reached += chains) {
        if (step == chains || !take_step(search, step + 1, reached, reached + chains))
            return;
    }
    search->cycle.count = 0;
    const Reached *link = &reached[place.chain];
    for (; link->step > 1; link = &search->steps[(size_t)(link->step - 1) * chains + link->origin])
        vector_push(&search->cycle, link->edge);
    vector_push(&search->cycle, link->edge);
    keep_clause(search);
}

// A number without common divisors with `count`, such that its multiples modulo `count` are spread evenly.
static uint32_t spreading_stride(uint32_t count)
{
    for (uint32_t stride = (uint32_t)(count * 0.618);; stride++) {
        uint32_t a = count, b = stride;
        while (b > 0) {
            uint32_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1)
            return stride;
    }
}

static void forbid_cycles(Order *order, uint32_t *placed)
{
    uint32_t chains = order->chains.count;
    size_t cells = (size_t)order->nodes.count * chains;
    CycleSearch search = {.order = order,
                          .placed = placed,
                          .maxima = memory_allocate(cells * sizeof *search.maxima),
                          .sources = memory_allocate(cells * sizeof *search.sources),
                          .vias = memory_allocate(cells * sizeof *search.vias),
                          .counts = memory_allocate(chains * sizeof *search.counts),
                          .origins = memory_allocate_zeroed(chains * sizeof *search.origins),
                          .steps = memory_allocate((size_t)(chains + 1) * chains * sizeof *search.steps)};
    compute_maxima(&search);
    uint32_t count = order->nodes.count, stride = spreading_stride(count);
    for (uint64_t i = 0; i < count && search.clauses.count < ENOUGH_CYCLES; i++) {
        OrderNode node = (OrderNode)(i * stride % count);
        OrderPlace place = order->nodes.data[node];
        if (place.index >= placed[place.chain])
            search_cycle(&search, node);
    }
    CHECK(search.clauses.count > 0);
    qsort(search.clauses.data, search.clauses.count, sizeof *search.clauses.data, compare_clauses);
    for (uint32_t i = 0; i < search.clauses.count && i < MAXIMUM_CYCLES; i++) {
        Clause clause = search.clauses.data[i];
        solver_add_clause(order->solver, search.literals.data + clause.start, clause.count);
        order->statistics.cycles++;
    }
    free(search.maxima);
    free(search.sources);
    free(search.vias);
    free(search.counts);
    free(search.origins);
    free(search.steps);
    vector_free(&search.cycle);
    vector_free(&search.literals);
    vector_free(&search.clauses);
    map_free(&search.known);
}

bool order_check_solution(Order *order)
{
    uint32_t *placed = memory_allocate_zeroed(((size_t)order->chains.count + 1) * sizeof *placed);
    read_needs(order);
    bool complete = place_nodes(order, placed) == order->nodes.count;
    if (complete)
        check_sequence(order);
    else
        forbid_cycles(order, placed);
    free(placed);
    return complete;
}
