// Memory orders in the flags of atomic instructions: load and store with FLAG_ATOMIC, exchange, compare_exchange, fence.
// The bits are those that none of these use otherwise; none of them set: seq_cst.
#ifndef RADDLE_IR_ORDER_FLAGS_H
#define RADDLE_IR_ORDER_FLAGS_H

#include <stdint.h>

#include "base/memory_order.h"

// Three bits for the order, of a compare_exchange that of its success, and two for that of its failure.
static inline uint8_t order_to_flags(MemoryOrder order)
{
    return (uint8_t)((order & 3) << 2 | (order & 4) << 3);
}

static inline MemoryOrder order_of_flags(uint8_t flags)
{
    return (MemoryOrder)((flags >> 2 & 3) | (flags >> 3 & 4));
}

// seq_cst, relaxed or acquire.
static inline uint8_t failure_order_to_flags(MemoryOrder order)
{
    return (uint8_t)((order & 1) << 4 | (order & 2) << 6);
}

static inline MemoryOrder failure_order_of_flags(uint8_t flags)
{
    return (MemoryOrder)((flags >> 4 & 1) | (flags >> 6 & 2));
}

static inline uint8_t flags_with_order(uint8_t flags, MemoryOrder order)
{
    return (uint8_t)((flags & ~(4 | 8 | 32)) | order_to_flags(order));
}

static inline uint8_t flags_with_failure_order(uint8_t flags, MemoryOrder order)
{
    return (uint8_t)((flags & ~(16 | 128)) | failure_order_to_flags(order));
}

#endif
