// The atomic operations and fences of a program, and the orders they have. An operation is one of the source: whatever
// instructions came of it change together.
#ifndef RADDLE_ORDERS_SITES_H
#define RADDLE_ORDERS_SITES_H

#include "base/memory_order.h"
#include "base/vector.h"
#include "ir/program.h"

typedef enum OperationKind {
    OPERATION_LOAD,
    OPERATION_STORE,
    OPERATION_UPDATE,
    OPERATION_COMPARE_EXCHANGE,
    OPERATION_FENCE,
} OperationKind;

typedef struct Orders {
    MemoryOrder order;   // of a compare-exchange that succeeds
    MemoryOrder failure; // of one that fails; ORDER_RELAXED for all other kinds
} Orders;

typedef struct Site {
    OperationKind kind;
    Position place; // in the program's own source
    const char *function;
    Orders given; // by the source
    Orders now;   // what its instructions have
    bool mixed;   // the source chooses the order when it runs: it is left alone
    VECTOR(Instruction *) instructions;
    VECTOR(uint32_t) positions; // ids of `place`
} Site;

typedef struct Sites {
    VECTOR(Site) list; // by file, line and column
} Sites;

// Finds them; `program` must outlive `sites`, and is changed by sites_set.
void sites_collect(Sites *sites, Program *program);
void sites_free(Sites *sites);

void site_set(Site *site, Orders orders);
static inline bool orders_equal(Orders a, Orders b)
{
    return a.order == b.order && a.failure == b.failure;
}

// Whether whatever the second forbids, the first does, too.
bool order_is_at_least(MemoryOrder order, MemoryOrder other);
// The orders that C has for the kind, each after all that are weaker.
uint32_t operation_orders(OperationKind kind, const MemoryOrder **orders);
// Those of failures, in the same way.
uint32_t failure_orders(const MemoryOrder **orders);
Orders operation_strongest(OperationKind kind);

// "load", "compare-exchange"
const char *operation_name(OperationKind kind);
// "acquire"; of a compare-exchange "acquire/relaxed"
void orders_append(Orders orders, OperationKind kind, Text *out);

#endif
