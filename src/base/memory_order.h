// The orders of atomic operations and fences that C11 has. `consume` counts as acquire, as in every compiler.
#ifndef RADDLE_BASE_MEMORY_ORDER_H
#define RADDLE_BASE_MEMORY_ORDER_H

#include <stdbool.h>

typedef enum MemoryOrder {
    ORDER_SEQ_CST, // the first: what has no other order has this one
    ORDER_RELAXED,
    ORDER_ACQUIRE,
    ORDER_RELEASE,
    ORDER_ACQ_REL,
} MemoryOrder;

static inline bool order_acquires(MemoryOrder order)
{
    return order == ORDER_SEQ_CST || order == ORDER_ACQUIRE || order == ORDER_ACQ_REL;
}

static inline bool order_releases(MemoryOrder order)
{
    return order == ORDER_SEQ_CST || order == ORDER_RELEASE || order == ORDER_ACQ_REL;
}

static inline const char *order_name(MemoryOrder order)
{
    static const char *const names[] = {"seq_cst", "relaxed", "acquire", "release", "acq_rel"};
    return names[order];
}

#endif
