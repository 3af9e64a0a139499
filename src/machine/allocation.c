// The malloc family and leaks.
#include <errno.h>

#include "base/map.h"
#include "base/vector.h"
#include "machine/state.h"
#include "machine/symbolic.h"
#include "machine/weak_memory.h"

// How many blocks were allocated at the position, with the one that comes now.
static uint32_t count_block(Machine *machine, uint32_t position)
{
    for (uint32_t i = 0; i < machine->blocks.count; i++)
        if (machine->blocks.data[i].position == position)
            return ++machine->blocks.data[i].count;
    vector_push(&machine->blocks, (BlockCount){position, 1});
    return 1;
}

// malloc fails where no process could have that much. Below that it succeeds; where our address space has no room for
// it, the run ends as unknown. Where each location has a buffer of its own, others may see a block before what was
// written into it, so it is nobody's own.
static uint64_t allocate(Machine *machine, Thread *thread, uint64_t size, bool zeroed)
{
    const Rules *rules = &machine->options->rules;
    uint32_t position = thread_position(machine, thread);
    uint64_t possible = UINT64_C(1) << (machine->program->layout.pointer_bits == 32 ? 31 : 47);
    Object facts = {.kind = OBJECT_HEAP,
                    .owner = thread->id,
                    .zeroed = zeroed,
                    .shared = rules->share_everything || (machine->weak && rules->buffers_by_location),
                    .position = position,
                    .number = count_block(machine, position)};
    uint64_t address = memory_add_object(&machine->memory, layout_heap_region(thread->id), size, facts);
    if (address && size > UINT32_MAX) { // more than an event can be about
        machine_give_up(machine, thread, "a block of 4 GiB or more");
    } else if (address) {
        sync_forget(machine, address, size);
        machine_emit(machine, thread, (Event){.kind = EVENT_allocate, .address = address, .value = size});
        if (zeroed)
            weak_memory_note_private(machine, thread, EVENT_write, false, address, size);
    } else if (size < possible) {
        machine_give_up(machine, thread, "the heap is exhausted");
    } else {
        machine_set_errno(machine, thread, ENOMEM);
    }
    return address;
}

// The block a pointer given to free or realloc means; FLOW_END after reporting that it means none.
static Flow find_block(Machine *machine, Thread *thread, uint64_t address, const char *function, const Object **found)
{
    const Object *object = memory_find(&machine->memory, address);
    *found = object;
    if (object && object->freed && object->kind == OBJECT_HEAP) {
        if (machine->probe)
            probe_spoil(machine); // it is the doing of others that it is freed
        Text text = {0};
        machine_append_position(machine, object->freed_at, &text);
        Flow flow = machine_violate_because(machine, thread, PROPERTY_MEMORY, CAUSE_MEMORY, address,
                                            "%s of memory that was already freed at %s", function, text_string(&text));
        text_free(&text);
        return flow;
    }
    if (!object || object->kind != OBJECT_HEAP)
        return machine_violate(machine, thread, PROPERTY_MEMORY, "%s of a pointer that malloc did not return",
                               function);
    if (object->base != address)
        return machine_violate(machine, thread, PROPERTY_MEMORY,
                               "%s of a pointer into the middle of a block (offset %llu)", function,
                               (unsigned long long)(address - object->base));
    return FLOW_NEXT;
}

// Freeing what others can reach is visible: they may still use it.
static Flow release_block(Machine *machine, Thread *thread, uint64_t address, const char *function)
{
    const Object *object;
    Flow flow = find_block(machine, thread, address, function, &object);
    if (flow != FLOW_NEXT)
        return flow;
    if (object->shared &&
        thread_must_stop(
            machine, thread,
            (Pending){.kind = EVENT_free, .address = address, .size = (uint32_t)object->size, .writes = true}))
        return FLOW_STOP;
    uint32_t size = (uint32_t)object->size;
    memory_free_object(&machine->memory, address, thread_position(machine, thread));
    machine_emit(machine, thread, (Event){.kind = EVENT_free, .address = address, .size = size});
    return FLOW_NEXT;
}

// The bytes of a block that others can reach are read, a word at a time.
static void move_block(Machine *machine, Thread *thread, uint64_t to, uint64_t from, uint64_t size, bool visible)
{
    if (!access_move(machine, to, from, size))
        return;
    weak_memory_note_private(machine, thread, EVENT_write, false, to, size);
    for (uint64_t done = 0; visible && done < size; done += 8) {
        uint32_t part = size - done < 8 ? (uint32_t)(size - done) : 8;
        Term read = access_emit_read(machine, thread, from + done, part);
        for (uint32_t i = 0; read && i < part; i++)
            if (memory_byte_initialised(&machine->memory, to + done + i))
                access_put_content(machine, to + done + i, 1, term_extract(machine->terms, read, i * 8, 8));
    }
}

// The block must be there, and stays as it is.
static void note_use(Machine *machine, Thread *thread, uint64_t block, bool visible)
{
    if (visible)
        machine_emit(machine, thread, (Event){.kind = EVENT_use, .address = block});
}

static Flow find_size(Machine *machine, Thread *thread, const Call *call)
{
    uint64_t address = call_argument(call, 0);
    const Object *object;
    if (!address) {
        call_return(call, 0);
        return FLOW_NEXT;
    }
    Flow flow = find_block(machine, thread, address, "malloc_usable_size", &object);
    if (flow != FLOW_NEXT)
        return flow;
    if (object->shared && thread_must_stop(machine, thread, (Pending){.kind = EVENT_use, .address = address}))
        return FLOW_STOP;
    note_use(machine, thread, address, object->shared);
    call_return(call, object->size);
    return FLOW_NEXT;
}

static Flow resize(Machine *machine, Thread *thread, const Call *call, bool fail)
{
    uint64_t old = call_argument(call, 0), size = call_argument(call, 1);
    const Object *object;
    if (!old) {
        call_return(call, fail ? 0 : allocate(machine, thread, size, false));
        return FLOW_NEXT;
    }
    Flow flow = find_block(machine, thread, old, "realloc", &object);
    if (flow != FLOW_NEXT)
        return flow;
    if (fail) {
        note_use(machine, thread, old, object->shared);
        call_return(call, 0);
        return FLOW_NEXT;
    }
    bool chosen = machine->options->rules.malloc_may_fail; // then the others had their chance already
    if (object->shared && !chosen &&
        thread_must_stop(machine, thread, (Pending){.kind = EVENT_free, .address = old, .writes = true}))
        return FLOW_STOP;
    uint64_t kept = object->size < size ? object->size : size;
    uint32_t old_size = (uint32_t)object->size;
    bool visible = object->shared;
    uint64_t address = allocate(machine, thread, size, false);
    if (address) {
        machine_join_events(thread);
        if (kept)
            move_block(machine, thread, address, old, kept, visible);
        machine_emit(machine, thread, (Event){.kind = EVENT_free, .address = old, .size = old_size});
        machine_part_events(thread);
        memory_free_object(&machine->memory, old, thread_position(machine, thread));
    } else {
        note_use(machine, thread, old, visible);
    }
    call_return(call, address);
    return FLOW_NEXT;
}

// Nothing is asked for: the block is freed, as glibc does it.
static bool is_release(const Call *call)
{
    return call->intrinsic == INTRINSIC_realloc && call_argument(call, 0) && !call_argument(call, 1);
}

bool allocation_may_fail(const Machine *machine, const Call *call)
{
    switch (call->intrinsic) {
    case INTRINSIC_realloc:
        return machine->options->rules.malloc_may_fail && !is_release(call);
    case INTRINSIC_malloc:
    case INTRINSIC_calloc:
    case INTRINSIC_aligned_alloc:
    case INTRINSIC_memalign:
    case INTRINSIC_posix_memalign:
        return machine->options->rules.malloc_may_fail;
    default:
        return false;
    }
}

static Flow perform(Machine *machine, Thread *thread, const Call *call)
{
    uint64_t first = call_argument(call, 0), second = call_argument(call, 1), size;
    bool fail = false;
    Flow flow;
    if (call->intrinsic == INTRINSIC_free) {
        return first ? release_block(machine, thread, first, "free") : FLOW_NEXT;
    }
    if (is_release(call)) {
        flow = release_block(machine, thread, first, "realloc");
        if (flow == FLOW_NEXT)
            call_return(call, 0);
        return flow;
    }
    if (call->intrinsic == INTRINSIC_malloc_usable_size)
        return find_size(machine, thread, call);
    if (machine->options->rules.malloc_may_fail) {
        if (thread_must_choose(machine, thread, (Pending){.kind = EVENT_allocate}))
            return FLOW_STOP;
        fail = machine->step.alternative == 1;
        if (fail)
            machine_set_errno(machine, thread, ENOMEM);
    }
    switch (call->intrinsic) {
    case INTRINSIC_realloc:
        return resize(machine, thread, call, fail);
    case INTRINSIC_calloc:
        if (__builtin_mul_overflow(first, second, &size) || size > pointer_mask(machine))
            fail = true;
        call_return(call, fail ? 0 : allocate(machine, thread, size, true));
        return FLOW_NEXT;
    case INTRINSIC_aligned_alloc: // objects start at the beginning of a slot: every common alignment holds
    case INTRINSIC_memalign:
        call_return(call, fail ? 0 : allocate(machine, thread, second, false));
        return FLOW_NEXT;
    case INTRINSIC_posix_memalign: {
        uint32_t word = machine->program->layout.pointer_bits / 8;
        flow = access_check(machine, thread, first, word, true);
        if (flow != FLOW_NEXT)
            return flow;
        // With --malloc-may-fail the thread has stopped here already.
        bool visible = access_is_visible(machine, first);
        Pending pending = {.kind = EVENT_write, .address = first, .size = word, .writes = true};
        if (visible && !machine->options->rules.malloc_may_fail && thread_must_stop(machine, thread, pending))
            return FLOW_STOP;
        uint64_t address = fail ? 0 : allocate(machine, thread, call_argument(call, 2), false);
        if (!address) {
            call_return(call, ENOMEM);
            return FLOW_NEXT;
        }
        access_put(machine, thread, first, word, (Value){.word = address});
        call_return(call, 0);
        return FLOW_NEXT;
    }
    default:
        call_return(call, fail ? 0 : allocate(machine, thread, first, false));
        return FLOW_NEXT;
    }
}

Flow intrinsic_allocation(Machine *machine, Thread *thread, const Call *call)
{
    Flow flow = perform(machine, thread, call);
    return machine->outcome.status == MACHINE_UNKNOWN ? FLOW_END : flow;
}

typedef struct LeakSearch {
    const Machine *machine;
    Map reached; // by base
    VECTOR(uint64_t) pending;
    const Object *leaked;
} LeakSearch;

static void reach(LeakSearch *search, uint64_t value)
{
    const Object *object = memory_find(&search->machine->memory, value);
    if (!object || object->freed || *map_insert(&search->reached, object->base))
        return;
    *map_insert(&search->reached, object->base) = 1;
    vector_push(&search->pending, object->base);
}

static void reach_root(void *context, const Object *object)
{
    if (object->kind != OBJECT_HEAP)
        reach(context, object->base);
}

static void find_leaked(void *context, const Object *object)
{
    LeakSearch *search = context;
    if (object->kind == OBJECT_HEAP && !map_find(&search->reached, object->base) && !search->leaked)
        search->leaked = object;
}

// A block is leaked if the process ends while nothing reachable from variables of any thread points to it.
void machine_check_leaks(Machine *machine, Thread *thread)
{
    LeakSearch search = {.machine = machine};
    memory_each_object(&machine->memory, reach_root, &search);
    for (uint32_t i = 0; i < machine->threads.count; i++)
        for (uint32_t j = 0; j < machine->threads.data[i]->registers.count; j++)
            reach(&search, machine->threads.data[i]->registers.data[j]);
    uint32_t step = machine->program->layout.pointer_bits / 8;
    while (search.pending.count) {
        const Object *object = memory_find(&machine->memory, vector_pop(&search.pending));
        for (uint64_t offset = 0; offset + step <= object->size; offset += step)
            reach(&search, memory_read_word(&machine->memory, object->base + offset, step));
    }
    memory_each_object(&machine->memory, find_leaked, &search);
    if (search.leaked) {
        unsigned long long size = search.leaked->size;
        uint32_t position = search.leaked->position;
        machine_violate(machine, thread, PROPERTY_LEAK,
                        "%llu byte%s allocated here %s never freed and nothing points to %s any more", size,
                        size == 1 ? "" : "s", size == 1 ? "is" : "are", size == 1 ? "it" : "them");
        machine->outcome.violation.position = position;
    }
    map_free(&search.reached);
    vector_free(&search.pending);
}
