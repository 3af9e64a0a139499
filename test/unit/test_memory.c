// Memory of a running program: objects with gaps, faults, initialisation, stacks, copies on write.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "machine/memory.h"

enum { HEAP = REGION_THREAD, STACK = REGION_THREAD + 1, LARGE = 100 * 1024 };

static const Object heap_facts = {.kind = OBJECT_HEAP};
static const Object zeroed_facts = {.kind = OBJECT_HEAP, .zeroed = true};
static const Object stack_facts = {.kind = OBJECT_STACK};

static int make_memory(void **state)
{
    Memory *memory = malloc(sizeof *memory);
    Layout layout = layout_for_pointer_bits(64);
    memory_init(memory, &layout);
    *state = memory;
    return 0;
}

static int make_narrow_memory(void **state)
{
    Memory *memory = malloc(sizeof *memory);
    Layout layout = layout_for_pointer_bits(32);
    memory_init(memory, &layout);
    *state = memory;
    return 0;
}

static int free_memory(void **state)
{
    memory_release(*state);
    free(*state);
    return 0;
}

static void objects_are_found(void **state)
{
    Memory *memory = *state;
    Object facts = {.kind = OBJECT_HEAP, .owner = 3, .position = 17, .variable = 5, .shared = true};
    uint64_t first = memory_add_object(memory, HEAP, 24, facts);
    uint64_t second = memory_add_object(memory, HEAP, 0, heap_facts);
    uint64_t global = layout_region_base(&memory->layout, REGION_GLOBAL) + 4096;
    memory_place_object(memory, global, 8, (Object){.kind = OBJECT_GLOBAL, .zeroed = true});
    const Object *object = memory_find(memory, first + 23);
    assert_non_null(object);
    assert_int_equal(object->base, first);
    assert_int_equal(object->size, 24);
    assert_int_equal(object->owner, 3);
    assert_int_equal(object->position, 17);
    assert_int_equal(object->variable, 5);
    assert_true(object->shared);
    assert_false(object->freed);
    assert_int_equal(first >> memory->layout.region_bits, HEAP);
    assert_int_not_equal(first, second);
    assert_int_equal(memory_find(memory, second)->size, 0);
    assert_int_equal(memory_find(memory, global)->kind, OBJECT_GLOBAL);
    assert_null(memory_find(memory, global - 4096));
    assert_null(memory_find(memory, 0));
    assert_null(memory_find(memory, UINT64_MAX));
}

static void gaps_lie_between_objects(void **state)
{
    Memory *memory = *state;
    static const uint64_t sizes[] = {0, 1, 8, 255, 256, 4095, 4096, 4097, LARGE};
    uint64_t bases[sizeof sizes / sizeof *sizes];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        bases[i] = memory_add_object(memory, HEAP, sizes[i], heap_facts);
        assert_int_not_equal(bases[i], 0);
        if (i) // at least one byte that belongs to nobody
            assert_true(bases[i] > bases[i - 1] + sizes[i - 1]);
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(memory_check(memory, bases[i] + sizes[i], 1, false), FAULT_BOUNDS);
        assert_int_equal(memory_check(memory, bases[i], sizes[i], true), FAULT_NONE);
        assert_int_equal(memory_check(memory, bases[i], sizes[i] + 1, false), FAULT_BOUNDS);
    }
}

static void bounds(void **state)
{
    Memory *memory = *state;
    uint64_t base = memory_add_object(memory, HEAP, 10, heap_facts);
    assert_int_equal(memory_check(memory, base + 9, 1, true), FAULT_NONE);
    assert_int_equal(memory_check(memory, base + 2, 8, true), FAULT_NONE);
    assert_int_equal(memory_check(memory, base + 3, 8, true), FAULT_BOUNDS);
    assert_int_equal(memory_check(memory, base + 10, 0, false), FAULT_NONE);
    assert_int_equal(memory_check(memory, base + 11, 0, false), FAULT_BOUNDS);
    assert_int_equal(memory_check(memory, base, UINT64_MAX, false), FAULT_BOUNDS);
    assert_int_equal(memory_check(memory, base + 9, UINT64_MAX, false), FAULT_BOUNDS);
    assert_int_equal(memory_check(memory, base + 1000, 1, false), FAULT_BOUNDS);
}

static void faults_of_each_kind(void **state)
{
    Memory *memory = *state;
    uint64_t base = memory_add_object(memory, HEAP, 8, heap_facts);
    uint64_t global = layout_region_base(&memory->layout, REGION_GLOBAL);
    memory_place_object(memory, global, 8, (Object){.kind = OBJECT_GLOBAL, .zeroed = true, .constant = true});
    memory_place_object(memory, global + 4096, 0, (Object){.kind = OBJECT_GLOBAL, .external = true});
    uint64_t local = memory_add_object(memory, STACK, 8, stack_facts);
    assert_int_equal(memory_check(memory, 0, 1, false), FAULT_NULL);
    assert_int_equal(memory_check(memory, 8, 4, true), FAULT_NULL);
    assert_int_equal(memory_check(memory, 4096, 1, false), FAULT_WILD);
    assert_int_equal(memory_check(memory, base + (UINT64_C(1) << 30), 1, false), FAULT_WILD);
    assert_int_equal(memory_check(memory, UINT64_MAX - 3, 4, false), FAULT_WILD);
    assert_int_equal(memory_check(memory, layout_region_base(&memory->layout, REGION_CODE) + 16, 1, false), FAULT_WILD);
    assert_int_equal(memory_check(memory, global, 8, false), FAULT_NONE);
    assert_int_equal(memory_check(memory, global, 8, true), FAULT_CONSTANT);
    assert_int_equal(memory_check(memory, global + 4096, 4, false), FAULT_EXTERNAL);
    memory_free_object(memory, base, 42);
    assert_int_equal(memory_check(memory, base, 8, false), FAULT_FREED);
    assert_int_equal(memory_check(memory, base + 100, 8, true), FAULT_FREED);
    assert_int_equal(memory_find(memory, base)->freed_at, 42);
    memory_stack_release(memory, STACK, 0);
    assert_int_equal(memory_check(memory, local, 8, false), FAULT_RETURNED);
    uint64_t own = memory_add_object(memory, HEAP, 8, (Object){.kind = OBJECT_THREAD_LOCAL, .zeroed = true});
    memory_free_object(memory, own, 0);
    assert_int_equal(memory_check(memory, own, 8, false), FAULT_RETURNED);
}

static void words_and_bytes(void **state)
{
    Memory *memory = *state;
    uint64_t base = memory_add_object(memory, HEAP, 4200, zeroed_facts);
    assert_int_equal(memory_read_word(memory, base + 16, 8), 0);
    memory_write_word(memory, base + 16, 8, UINT64_C(0x1122334455667788));
    assert_int_equal(memory_read_word(memory, base + 16, 8), UINT64_C(0x1122334455667788));
    assert_int_equal(memory_read_word(memory, base + 16, 1), 0x88);
    assert_int_equal(memory_read_word(memory, base + 18, 2), 0x5566);
    memory_write_word(memory, base + 17, 1, 0xabcd);
    assert_int_equal(memory_read_word(memory, base + 16, 4), 0x5566cd88);
    // Across the border of two slots.
    memory_write_word(memory, base + 4093, 8, UINT64_C(0x0807060504030201));
    assert_int_equal(memory_read_word(memory, base + 4093, 8), UINT64_C(0x0807060504030201));
    assert_int_equal(memory_read_word(memory, base + 4095, 2), 0x0403);
}

static void large_objects(void **state)
{
    Memory *memory = *state;
    uint64_t before = memory_add_object(memory, HEAP, 8, zeroed_facts);
    uint64_t base = memory_add_object(memory, HEAP, LARGE, heap_facts);
    uint64_t behind = memory_add_object(memory, HEAP, 8, zeroed_facts);
    uint8_t *bytes = malloc(LARGE), *read = malloc(LARGE);
    for (int i = 0; i < LARGE; i++)
        bytes[i] = (uint8_t)(i * 7 + i / 256);
    for (uint64_t offset = 0; offset < LARGE; offset += 1024)
        assert_ptr_equal(memory_find(memory, base + offset), memory_find(memory, base));
    assert_int_equal(memory_count_uninitialised(memory, base, LARGE), LARGE);
    memory_write_bytes(memory, base, bytes, LARGE);
    assert_int_equal(memory_count_uninitialised(memory, base, LARGE), 0);
    memory_read_bytes(memory, base, read, LARGE);
    assert_memory_equal(bytes, read, LARGE);
    assert_int_equal(memory_check(memory, base + LARGE - 8, 8, true), FAULT_NONE);
    assert_int_equal(memory_check(memory, base + LARGE - 7, 8, true), FAULT_BOUNDS);
    assert_int_equal(memory_read_word(memory, before, 8), 0);
    assert_int_equal(memory_read_word(memory, behind, 8), 0);
    // Facts are those of the whole object, wherever one asks for them.
    memory_find_writable(memory, base + 50000)->shared = true;
    assert_true(memory_find(memory, base)->shared);
    assert_true(memory_find(memory, base + LARGE - 1)->shared);
    memory_free_object(memory, base, 1);
    for (uint64_t offset = 0; offset < LARGE; offset += 4096)
        assert_int_equal(memory_check(memory, base + offset, 1, false), FAULT_FREED);
    assert_int_equal(memory_check(memory, behind, 8, true), FAULT_NONE);
    free(bytes);
    free(read);
}

static void too_large_objects(void **state)
{
    Memory *memory = *state;
    assert_int_equal(memory_add_object(memory, HEAP, UINT64_C(1) << 60, heap_facts), 0);
    assert_int_equal(memory_add_object(memory, HEAP, UINT64_MAX, heap_facts), 0);
    assert_int_equal(memory_add_object(memory, STACK, UINT64_C(1) << 40, stack_facts), 0);
    assert_int_not_equal(memory_add_object(memory, HEAP, 8, heap_facts), 0);
}

static void freed_slots_are_used_again_last(void **state)
{
    Memory *memory = *state; // 65536 slots of 256 bytes
    uint64_t kept = memory_add_object(memory, HEAP, 8, heap_facts);
    memory_write_word(memory, kept, 4, 77);
    uint64_t first = memory_add_object(memory, HEAP, 8, heap_facts);
    memory_write_word(memory, first, 4, 1);
    memory_free_object(memory, first, 0);
    uint64_t previous = first, next;
    uint32_t rounds = 0;
    while ((next = memory_add_object(memory, HEAP, 8, heap_facts)) > previous) {
        assert_int_equal(memory_check(memory, first, 4, false), FAULT_FREED);
        memory_free_object(memory, next, 0);
        previous = next;
        rounds++;
    }
    assert_int_equal(rounds, 65536 - 256 - 2); // nothing begins at every 256th
    assert_int_equal(next, first);             // the object that was never freed is not touched
    assert_int_equal(memory_check(memory, first, 4, false), FAULT_NONE);
    assert_int_equal(memory_count_uninitialised(memory, first, 8), 8);
    assert_int_equal(memory_read_word(memory, kept, 4), 77);
}

static void full_heap(void **state)
{
    Memory *memory = *state;
    uint64_t half = memory_add_object(memory, HEAP, 8 << 20, heap_facts);
    assert_int_not_equal(half, 0);
    assert_int_equal(memory_add_object(memory, HEAP, 8 << 20, heap_facts), 0);
    assert_int_not_equal(memory_add_object(memory, HEAP, 7 << 20, heap_facts), 0);
    memory_free_object(memory, half, 0);
    // Space that was freed is found again, also for an object that spans what were several.
    for (int i = 0; i < 100; i++) {
        uint64_t again = memory_add_object(memory, HEAP, 6 << 20, heap_facts);
        assert_int_not_equal(again, 0);
        assert_int_equal(memory_check(memory, again + (6 << 20) - 1, 1, true), FAULT_NONE);
        memory_free_object(memory, again, 0);
    }
}

// A small object in the middle of what was a large one: the rest stays freed.
static void reuse_of_a_part(void **state)
{
    Memory *memory = *state;
    uint64_t large = memory_add_object(memory, HEAP, 1024, heap_facts);
    memory_free_object(memory, large, 9);
    uint64_t rest = memory_add_object(memory, HEAP, (65535 - 5 - 2) * 256, heap_facts); // all slots but one
    assert_int_not_equal(rest, 0);
    uint64_t last = memory_add_object(memory, HEAP, 8, heap_facts),
             small = memory_add_object(memory, HEAP, 8, heap_facts);
    assert_true(last > rest);
    assert_int_equal(small, large);
    assert_int_equal(memory_check(memory, small, 8, true), FAULT_NONE);
    assert_int_equal(memory_check(memory, large + 256, 8, true), FAULT_FREED);
    assert_int_equal(memory_find(memory, large + 512)->freed_at, 9);
    memory_free_object(memory, small, 0);
    assert_int_equal(memory_check(memory, large, 8, true), FAULT_FREED);
}

static void stacks_grow_and_shrink(void **state)
{
    Memory *memory = *state;
    assert_int_equal(memory_stack_mark(memory, STACK), 0);
    uint64_t outer = memory_add_object(memory, STACK, 8, stack_facts);
    uint32_t mark = memory_stack_mark(memory, STACK);
    uint64_t inner = memory_add_object(memory, STACK, 10000, stack_facts);
    uint64_t second = memory_add_object(memory, STACK, 4, stack_facts);
    memory_write_word(memory, outer, 4, 5);
    memory_write_word(memory, inner + 9992, 8, 6);
    assert_int_equal(memory_check(memory, second, 4, true), FAULT_NONE);
    memory_stack_release(memory, STACK, mark);
    assert_int_equal(memory_stack_mark(memory, STACK), mark);
    assert_int_equal(memory_check(memory, inner, 8, false), FAULT_RETURNED);
    assert_int_equal(memory_check(memory, inner + 9992, 8, false), FAULT_RETURNED);
    assert_int_equal(memory_check(memory, second, 4, false), FAULT_RETURNED);
    assert_int_equal(memory_read_word(memory, outer, 4), 5);
    memory_stack_release(memory, STACK, mark); // nothing above it any more
    assert_int_equal(memory_check(memory, outer, 8, true), FAULT_NONE);
}

static void dangling_pointers_to_used_stack(void **state)
{
    Memory *memory = *state;
    uint64_t old = memory_add_object(memory, STACK, 8, stack_facts);
    memory_write_word(memory, old, 8, 1);
    memory_stack_release(memory, STACK, 0);
    uint32_t generations = UINT32_C(1) << memory->layout.generation_bits;
    for (uint32_t i = 1; i < generations; i++) {
        uint64_t young = memory_add_object(memory, STACK, 8, stack_facts);
        assert_int_not_equal(young, old);
        assert_int_equal(memory_check(memory, young, 8, true), FAULT_NONE);
        assert_int_equal(memory_count_uninitialised(memory, young, 8), 8);
        assert_int_equal(memory_check(memory, old, 8, false), FAULT_RETURNED);
        assert_null(memory_find(memory, old));
        memory_stack_release(memory, STACK, 0);
    }
}

// A pointer in a narrow integer is not taken for null.
static void addresses_are_not_zero_in_their_low_bits(void **state)
{
    Memory *memory = *state;
    for (uint32_t i = 0; i < 1000; i++) {
        assert_int_not_equal(memory_add_object(memory, HEAP, i * 8, heap_facts) & 0xffff, 0);
        assert_int_not_equal(memory_add_object(memory, STACK, i * 8, stack_facts) & 0xffff, 0);
    }
}

static void stack_overflow(void **state)
{
    Memory *memory = *state;
    uint32_t count = 0;
    while (memory_add_object(memory, STACK, 250, stack_facts))
        count++;
    assert_int_equal(count, 65536 - 256);
    memory_stack_release(memory, STACK, 65535);
    assert_int_not_equal(memory_add_object(memory, STACK, 8, stack_facts), 0);
    assert_int_equal(memory_add_object(memory, STACK, 8, stack_facts), 0);
}

static void initialisation_is_known_by_byte(void **state)
{
    Memory *memory = *state;
    uint64_t base = memory_add_object(memory, HEAP, 20, heap_facts),
             zeroed = memory_add_object(memory, HEAP, 20, zeroed_facts);
    assert_int_equal(memory_count_uninitialised(memory, base, 20), 20);
    assert_int_equal(memory_count_uninitialised(memory, zeroed, 20), 0);
    assert_true(memory_byte_initialised(memory, zeroed + 19));
    memory_write_word(memory, base + 3, 2, 0x1234);
    for (uint64_t i = 0; i < 20; i++)
        assert_int_equal(memory_byte_initialised(memory, base + i), i == 3 || i == 4);
    memory_write_word(memory, base + 4, 4, 0); // one of these was known already
    assert_int_equal(memory_count_uninitialised(memory, base, 20), 15);
    assert_int_equal(memory_count_uninitialised(memory, base + 3, 5), 0);
    uint8_t bytes[20] = {0};
    memory_write_bytes(memory, base, bytes, 20);
    assert_int_equal(memory_count_uninitialised(memory, base, 20), 0);
    memory_write_word(memory, zeroed, 1, 1);
    assert_int_equal(memory_count_uninitialised(memory, zeroed, 20), 0);
}

static void copies_keep_what_is_uninitialised(void **state)
{
    Memory *memory = *state;
    uint64_t from = memory_add_object(memory, HEAP, 16, heap_facts),
             to = memory_add_object(memory, HEAP, 16, zeroed_facts);
    memory_write_word(memory, from, 4, 0x11223344);
    memory_write_word(memory, from + 8, 1, 0x55);
    memory_copy_bytes(memory, to, from, 16);
    for (uint64_t i = 0; i < 16; i++)
        assert_int_equal(memory_byte_initialised(memory, to + i), i < 4 || i == 8);
    assert_int_equal(memory_read_word(memory, to, 4), 0x11223344);
    assert_int_equal(memory_read_word(memory, to + 8, 1), 0x55);
    memory_write_word(memory, to + 5, 1, 9);
    assert_int_equal(memory_count_uninitialised(memory, to, 16), 10);
    memory_write_word(memory, from + 4, 4, 0);
    memory_copy_bytes(memory, to, from, 8); // all known now
    assert_int_equal(memory_count_uninitialised(memory, to, 16), 7);
    assert_int_equal(memory_read_word(memory, to, 8), 0x11223344);
}

static void copies_may_overlap(void **state)
{
    Memory *memory = *state;
    uint64_t base = memory_add_object(memory, HEAP, 200, heap_facts);
    uint8_t bytes[200], expected[200];
    for (int i = 0; i < 200; i++)
        bytes[i] = expected[i] = (uint8_t)i;
    memory_write_bytes(memory, base, bytes, 150);
    memmove(expected + 10, expected, 100);
    memory_copy_bytes(memory, base + 10, base, 100);
    memory_read_bytes(memory, base, bytes, 150);
    assert_memory_equal(bytes, expected, 150);
    // The same with bytes that were never written on the way: 150 to 189 move to 140 to 179.
    memory_copy_bytes(memory, base + 100, base + 110, 80);
    for (uint64_t i = 0; i < 200; i++)
        assert_int_equal(memory_byte_initialised(memory, base + i), i < 140);
    memmove(expected + 100, expected + 110, 40);
    memory_read_bytes(memory, base, bytes, 140);
    assert_memory_equal(bytes, expected, 140);
}

static void copies_across_slots(void **state)
{
    Memory *memory = *state;
    uint64_t from = memory_add_object(memory, HEAP, 10000, heap_facts),
             to = memory_add_object(memory, HEAP, 10000, heap_facts);
    memory_write_word(memory, from + 4092, 8, UINT64_C(0x0102030405060708));
    memory_copy_bytes(memory, to + 1, from, 9000);
    assert_int_equal(memory_read_word(memory, to + 4093, 8), UINT64_C(0x0102030405060708));
    assert_int_equal(memory_count_uninitialised(memory, to, 10000), 10000 - 8);
}

static void clones_do_not_see_each_other(void **state)
{
    Memory *memory = *state, copy;
    uint64_t value = memory_add_object(memory, HEAP, 8, heap_facts),
             local = memory_add_object(memory, STACK, 8, stack_facts);
    memory_write_word(memory, value, 4, 1);
    memory_clone(&copy, memory);
    memory_write_word(memory, value, 4, 2); // in the original
    assert_int_equal(memory_read_word(&copy, value, 4), 1);
    memory_write_word(&copy, value + 4, 4, 3); // in the copy
    assert_int_equal(memory_count_uninitialised(memory, value + 4, 4), 4);
    assert_int_equal(memory_read_word(memory, value, 4), 2);
    memory_write_word(&copy, local, 8, 4);
    assert_int_equal(memory_count_uninitialised(memory, local, 8), 8);
    memory_find_writable(&copy, value)->shared = true;
    assert_false(memory_find(memory, value)->shared);
    memory_find_writable(memory, local)->shared = true;
    assert_false(memory_find(&copy, local)->shared);
    // Objects that come and go.
    uint64_t in_copy = memory_add_object(&copy, HEAP, 8, heap_facts);
    assert_null(memory_find(memory, in_copy));
    uint64_t in_original = memory_add_object(memory, HEAP, 8, zeroed_facts);
    assert_int_equal(in_copy, in_original); // addresses do not depend on the other
    assert_int_equal(memory_count_uninitialised(&copy, in_copy, 8), 8);
    memory_free_object(memory, value, 0);
    assert_int_equal(memory_check(&copy, value, 8, false), FAULT_NONE);
    assert_int_equal(memory_read_word(&copy, value, 4), 1);
    memory_stack_release(&copy, STACK, 0);
    assert_int_equal(memory_check(memory, local, 8, false), FAULT_NONE);
    assert_int_equal(memory_check(&copy, local, 8, false), FAULT_RETURNED);
    memory_release(&copy);
    assert_int_equal(memory_check(memory, local, 8, true), FAULT_NONE);
}

static const Translation *translation_of(const Memory *memory, uint64_t address)
{
    return &memory->translations[(address >> memory->layout.slot_bits) % TRANSLATION_COUNT];
}

static bool is_empty(const Translation *entry)
{
    return entry->tag == UINT64_MAX || !entry->length;
}

// A translation that was valid before the clone must not lead either side to the other's bytes.
static void clones_forget_translations(void **state)
{
    Memory *memory = *state, copy;
    uint64_t base = memory_add_object(memory, HEAP, 8, zeroed_facts);
    memory_write_word(memory, base, 8, 1);
    memory_cache(memory, base, true);
    uint64_t tag = base >> memory->layout.slot_bits;
    assert_int_equal(memory->translations[tag % TRANSLATION_COUNT].tag, tag);
    memory_clone(&copy, memory);
    for (int i = 0; i < TRANSLATION_COUNT; i++) {
        assert_true(is_empty(&memory->translations[i]));
        assert_true(is_empty(&copy.translations[i]));
    }
    memory_cache(memory, base, false); // for reading only: the page belongs to both
    assert_true(memory->translations[tag % TRANSLATION_COUNT].flags & SLOW_WRITE);
    memory_write_word(memory, base, 8, 2); // moves the page
    assert_int_equal(memory->translations[tag % TRANSLATION_COUNT].tag, UINT64_MAX);
    assert_int_equal(memory_read_word(&copy, base, 8), 1);
    memory_release(&copy);
}

static void translations_follow_the_facts(void **state)
{
    Memory *memory = *state;
    uint64_t base = memory_add_object(memory, HEAP, 8, heap_facts), tag = base >> memory->layout.slot_bits;
    memory_cache(memory, base, true);
    const Translation *entry = translation_of(memory, base);
    assert_int_equal(entry->flags, SLOW_READ | SLOW_WRITE); // nothing is known of its bytes yet
    memory_write_word(memory, base, 8, 1);
    memory_cache(memory, base, true);
    assert_int_equal(entry->tag, tag);
    assert_int_equal(entry->length, 8);
    assert_int_equal(entry->flags, 0);
    memory_free_object(memory, base, 0);
    assert_int_equal(entry->tag, UINT64_MAX);
    base = memory_add_object(memory, HEAP, 8, (Object){.kind = OBJECT_HEAP, .zeroed = true, .shared = true});
    entry = translation_of(memory, base);
    memory->concurrent = true;
    memory_cache(memory, base, true);
    assert_true(is_empty(entry)); // every access must be seen
    memory->concurrent = false;
    memory_cache(memory, base, true);
    assert_int_equal(entry->flags, MAY_PUBLISH);
}

static void clones_of_large_objects(void **state)
{
    Memory *memory = *state, copy;
    // Spans two chunks of slots, so that parts of it become exclusive at different times.
    memory_add_object(memory, HEAP, 50 * 4096, heap_facts);
    uint64_t base = memory_add_object(memory, HEAP, LARGE, zeroed_facts), last = base + LARGE - 8;
    memory_clone(&copy, memory);
    memory_write_word(memory, last, 8, 1); // makes the second chunk the original's own
    memory_find_writable(memory, base)->shared = true;
    for (uint64_t offset = 0; offset < LARGE; offset += 4096) {
        assert_true(memory_find(memory, base + offset)->shared);
        assert_false(memory_find(&copy, base + offset)->shared);
    }
    memory_find_writable(&copy, last)->constant = true;
    assert_false(memory_find(memory, base)->constant);
    assert_false(memory_find(memory, last)->constant);
    assert_true(memory_find(&copy, base)->constant);
    assert_int_equal(memory_read_word(&copy, last, 8), 0);
    memory_free_object(&copy, base, 3);
    assert_int_equal(memory_check(memory, base, LARGE, true), FAULT_NONE);
    assert_int_equal(memory_read_word(memory, last, 8), 1);
    memory_release(&copy);
}

static void chains_of_clones(void **state)
{
    enum { COUNT = 20 };
    Memory *memory = *state, copies[COUNT];
    uint64_t base = memory_add_object(memory, HEAP, 8, heap_facts);
    for (int i = 0; i < COUNT; i++) {
        memory_write_word(memory, base, 8, (uint64_t)i);
        memory_clone(&copies[i], i % 2 && i > 1 ? &copies[i - 1] : memory);
    }
    for (int i = 0; i < COUNT; i += 3)
        memory_release(&copies[i]);
    for (int i = 0; i < COUNT; i++)
        if (i % 3) {
            assert_int_equal(memory_read_word(&copies[i], base, 8), i % 2 && i > 1 ? i - 1 : i);
            memory_release(&copies[i]);
        }
    assert_int_equal(memory_read_word(memory, base, 8), COUNT - 1);
}

static void hashes(void **state)
{
    Memory *memory = *state, copy, other;
    memory_init(&other, &memory->layout);
    uint64_t base = 0;
    Memory *both[] = {memory, &other};
    for (int i = 0; i < 2; i++) {
        base = memory_add_object(both[i], HEAP, 100, heap_facts);
        memory_add_object(both[i], STACK, 8, stack_facts);
        memory_write_word(both[i], base + 4, 4, 7);
    }
    assert_int_equal(memory_hash(memory, 1), memory_hash(&other, 1));
    assert_int_not_equal(memory_hash(memory, 1), memory_hash(memory, 0));
    memory_clone(&copy, memory);
    assert_int_equal(memory_hash(memory, 1), memory_hash(&copy, 1));
    uint64_t before = memory_hash(memory, 1);
    memory_write_word(&copy, base + 4, 4, 8);
    assert_int_not_equal(memory_hash(&copy, 1), before);
    assert_int_equal(memory_hash(memory, 1), before);
    memory_write_word(&copy, base + 4, 4, 7);
    assert_int_equal(memory_hash(&copy, 1), before);
    memory_write_word(&copy, base + 8, 4, 0); // known to be 0 is not the same as unknown
    assert_int_not_equal(memory_hash(&copy, 1), before);
    memory_find_writable(memory, base)->shared = true;
    assert_int_not_equal(memory_hash(memory, 1), before);
    memory_free_object(&other, base, 0);
    assert_int_not_equal(memory_hash(&other, 1), before);
    memory_release(&copy);
    memory_release(&other);
}

// The future depends on these too.
static void hashes_tell_sizes_and_initialisation_apart(void **state)
{
    Memory *memory = *state, other;
    memory_init(&other, &memory->layout);
    memory_add_object(memory, HEAP, 8, heap_facts);
    memory_add_object(&other, HEAP, 16, heap_facts);
    assert_int_not_equal(memory_hash(memory, 1), memory_hash(&other, 1));
    memory_release(&other);
    memory_init(&other, &memory->layout);
    memory_add_object(&other, HEAP, 8, zeroed_facts);
    assert_int_not_equal(memory_hash(memory, 1), memory_hash(&other, 1));
    memory_release(&other);
}

static void sum_sizes(void *context, const Object *object)
{
    uint64_t *sum = context;
    sum[0]++;
    sum[1] += object->size;
}

static void live_objects_are_visited_once(void **state)
{
    Memory *memory = *state;
    memory_add_object(memory, HEAP, 8, heap_facts);
    uint64_t freed = memory_add_object(memory, HEAP, 5000, heap_facts);
    memory_add_object(memory, HEAP, LARGE, heap_facts);
    memory_add_object(memory, STACK, 10000, stack_facts);
    memory_free_object(memory, freed, 0);
    uint64_t sum[2] = {0};
    memory_each_object(memory, sum_sizes, sum);
    assert_int_equal(sum[0], 3);
    assert_int_equal(sum[1], 8 + LARGE + 10000);
    assert_true(memory_byte_count(memory) > 0);
}

#define WIDE(test) cmocka_unit_test_setup_teardown(test, make_memory, free_memory)
#define NARROW(test) cmocka_unit_test_setup_teardown(test, make_narrow_memory, free_memory)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIDE(objects_are_found),
        WIDE(gaps_lie_between_objects),
        NARROW(gaps_lie_between_objects),
        WIDE(bounds),
        WIDE(faults_of_each_kind),
        WIDE(words_and_bytes),
        NARROW(words_and_bytes),
        WIDE(large_objects),
        NARROW(large_objects),
        WIDE(too_large_objects),
        NARROW(too_large_objects),
        NARROW(freed_slots_are_used_again_last),
        NARROW(full_heap),
        NARROW(reuse_of_a_part),
        WIDE(stacks_grow_and_shrink),
        NARROW(stacks_grow_and_shrink),
        WIDE(dangling_pointers_to_used_stack),
        WIDE(addresses_are_not_zero_in_their_low_bits),
        NARROW(addresses_are_not_zero_in_their_low_bits),
        NARROW(stack_overflow),
        WIDE(initialisation_is_known_by_byte),
        WIDE(copies_keep_what_is_uninitialised),
        WIDE(copies_may_overlap),
        WIDE(copies_across_slots),
        NARROW(copies_across_slots),
        WIDE(clones_do_not_see_each_other),
        NARROW(clones_do_not_see_each_other),
        WIDE(clones_forget_translations),
        WIDE(translations_follow_the_facts),
        WIDE(clones_of_large_objects),
        NARROW(clones_of_large_objects),
        WIDE(chains_of_clones),
        WIDE(hashes),
        WIDE(hashes_tell_sizes_and_initialisation_apart),
        WIDE(live_objects_are_visited_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
