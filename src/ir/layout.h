// The address space of a program under test. It is cut into regions, regions into slots; an object occupies one or more
// slots of its own, so distance between objects is at least the unused rest of a slot and every out-of-bounds access
// meets a gap. Each thread allocates from its own heap and stack region, so addresses do not depend on how threads
// interleave.
//
//   address = region | generation (stack only) | slot | offset in slot
//
// A stack slot is used again by later calls; the generation tells the new object from a dangling pointer to an old one.
#ifndef RADDLE_IR_LAYOUT_H
#define RADDLE_IR_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Layout {
    uint32_t pointer_bits;
    uint32_t slot_bits;       // log2 of the bytes of a slot
    uint32_t region_bits;     // log2 of the bytes of a region
    uint32_t generation_bits; // of stack addresses
    uint32_t region_count;
} Layout;

enum {
    REGION_NULL = 0, // never mapped
    REGION_GLOBAL = 1,
    REGION_CODE = 2,   // functions, CODE_STRIDE bytes apart
    REGION_LABEL = 3,  // labels whose address is taken, likewise
    REGION_THREAD = 4, // thread t: heap at 4 + 2t, stack at 5 + 2t
    CODE_STRIDE = 16,
};

static inline Layout layout_for_pointer_bits(uint32_t pointer_bits)
{
    if (pointer_bits == 32)
        return (Layout){
            .pointer_bits = 32, .slot_bits = 8, .region_bits = 24, .generation_bits = 0, .region_count = 256};
    return (Layout){.pointer_bits = 64, .slot_bits = 12, .region_bits = 34, .generation_bits = 5, .region_count = 8192};
}

static inline uint64_t layout_region_base(const Layout *layout, uint32_t region)
{
    return (uint64_t)region << layout->region_bits;
}

// Whether no object may begin at a slot of a region: the low 16 bits of its address would be 0, and a program that puts
// a pointer into a narrow integer would take it for null.
static inline bool layout_slot_is_bare(const Layout *layout, uint64_t slot)
{
    return !(slot << layout->slot_bits & 0xffff);
}

static inline uint32_t layout_heap_region(uint32_t thread)
{
    return REGION_THREAD + 2 * thread;
}

static inline uint32_t layout_stack_region(uint32_t thread)
{
    return REGION_THREAD + 2 * thread + 1;
}

static inline uint32_t layout_thread_limit(const Layout *layout)
{
    return (layout->region_count - REGION_THREAD) / 2;
}

#endif
