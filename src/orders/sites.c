#include "orders/sites.h"

#include <stdlib.h>

#include "ir/order_flags.h"

// --- Orders

bool order_is_at_least(MemoryOrder order, MemoryOrder other)
{
    return order == ORDER_SEQ_CST || (other != ORDER_SEQ_CST && order_acquires(order) >= order_acquires(other) &&
                                      order_releases(order) >= order_releases(other));
}

uint32_t operation_orders(OperationKind kind, const MemoryOrder **orders)
{
    static const MemoryOrder of_loads[] = {ORDER_RELAXED, ORDER_ACQUIRE, ORDER_SEQ_CST};
    static const MemoryOrder of_stores[] = {ORDER_RELAXED, ORDER_RELEASE, ORDER_SEQ_CST};
    static const MemoryOrder all[] = {ORDER_RELAXED, ORDER_ACQUIRE, ORDER_RELEASE, ORDER_ACQ_REL, ORDER_SEQ_CST};
    bool single = kind == OPERATION_LOAD || kind == OPERATION_STORE;
    *orders = kind == OPERATION_LOAD ? of_loads : kind == OPERATION_STORE ? of_stores : all;
    return single ? 3 : 5;
}

uint32_t failure_orders(const MemoryOrder **orders)
{
    return operation_orders(OPERATION_LOAD, orders); // a failure only reads
}

Orders operation_strongest(OperationKind kind)
{
    return (Orders){ORDER_SEQ_CST, kind == OPERATION_COMPARE_EXCHANGE ? ORDER_SEQ_CST : ORDER_RELAXED};
}

const char *operation_name(OperationKind kind)
{
    static const char *const names[] = {"load", "store", "update", "compare-exchange", "fence"};
    return names[kind];
}

void orders_append(Orders orders, OperationKind kind, Text *out)
{
    text_append(out, order_name(orders.order));
    if (kind == OPERATION_COMPARE_EXCHANGE)
        text_format(out, "/%s", order_name(orders.failure));
}

// --- Finding them

static bool is_operation(const Instruction *instruction, OperationKind *kind)
{
    switch (instruction->opcode) {
    case OP_load:
        *kind = OPERATION_LOAD;
        break;
    case OP_store:
        *kind = OPERATION_STORE;
        break;
    case OP_exchange:
        *kind = OPERATION_UPDATE;
        break;
    case OP_compare_exchange:
        *kind = OPERATION_COMPARE_EXCHANGE;
        break;
    case OP_fence:
        *kind = OPERATION_FENCE;
        return true;
    default:
        return false;
    }
    return (instruction->flags & FLAG_ATOMIC) != 0;
}

static Orders orders_of(const Instruction *instruction, OperationKind kind)
{
    return (Orders){order_of_flags(instruction->flags),
                    kind == OPERATION_COMPARE_EXCHANGE ? failure_order_of_flags(instruction->flags) : ORDER_RELAXED};
}

static int compare_places(const Position *a, const Position *b)
{
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return a->column < b->column ? -1 : a->column > b->column;
}

static int compare_sites(const void *a, const void *b)
{
    const Site *left = a, *right = b;
    int order = compare_places(&left->place, &right->place);
    return order ? order : (int)left->kind - (int)right->kind;
}

static Site *find_site(Sites *sites, const Position *place, OperationKind kind)
{
    for (uint32_t i = 0; i < sites->list.count; i++) {
        Site *site = &sites->list.data[i];
        if (site->kind == kind && !compare_places(&site->place, place))
            return site;
    }
    return NULL;
}

static void add(Sites *sites, const Program *program, const Function *function, uint32_t index, OperationKind kind)
{
    uint32_t position = function->positions[index];
    const Position *place = &program->positions.data[position];
    Orders orders = orders_of(&function->instructions[index], kind);
    Site *site = find_site(sites, place, kind);
    if (!site) {
        vector_push(&sites->list,
                    (Site){.kind = kind, .place = *place, .function = function->name, .given = orders, .now = orders});
        site = &vector_last(&sites->list);
    }
    site->mixed |= !orders_equal(site->given, orders);
    vector_push(&site->instructions, &function->instructions[index]);
    vector_push(&site->positions, position);
}

void sites_collect(Sites *sites, Program *program)
{
    *sites = (Sites){0};
    for (uint32_t i = 0; i < program->functions.count; i++) {
        Function *function = &program->functions.data[i];
        if (function->from_model)
            continue;
        for (uint32_t j = 0; j < function->instruction_count; j++) {
            OperationKind kind;
            if (is_operation(&function->instructions[j], &kind) && program->positions.data[function->positions[j]].line)
                add(sites, program, function, j, kind);
        }
    }
    if (sites->list.count)
        qsort(sites->list.data, sites->list.count, sizeof *sites->list.data, compare_sites);
}

void sites_free(Sites *sites)
{
    for (uint32_t i = 0; i < sites->list.count; i++) {
        vector_free(&sites->list.data[i].instructions);
        vector_free(&sites->list.data[i].positions);
    }
    vector_free(&sites->list);
}

void site_set(Site *site, Orders orders)
{
    bool fails = site->kind == OPERATION_COMPARE_EXCHANGE;
    for (uint32_t i = 0; i < site->instructions.count; i++) {
        uint8_t *flags = &site->instructions.data[i]->flags;
        *flags = flags_with_order(*flags, orders.order);
        if (fails)
            *flags = flags_with_failure_order(*flags, orders.failure);
    }
    site->now = orders;
}
