// Threads that take the place of others that have ended, so that a program which creates and joins threads for ever has
// finitely many states (MachineOptions.reuse_threads). A thread's number is part of its handle. So that who uses a handle for
// too long is not taken for one who uses the new one, a place is taken only if the old handle is nowhere any more but where
// the new one is going to be written, and no address of what was the old thread's own. Handles are large then: no other
// number is taken for one, and no part of one will do.
#include "machine/state.h"

#define LARGE_HANDLE UINT64_C(0x7ead5eed00000000)

enum { MOST_BYTES = 1 << 16 }; // of memory, else it is not searched

uint64_t thread_handle(const Machine *machine, uint32_t id)
{
    return (machine->options->reuse_threads ? LARGE_HANDLE : 0) + id + 1;
}

uint32_t thread_of_handle(const Machine *machine, uint64_t handle)
{
    uint64_t first = thread_handle(machine, 0);
    return handle >= first && handle - first < machine->threads.count ? (uint32_t)(handle - first) : NO_THREAD;
}

// What is looked for in registers and memory: the handle of a thread, and addresses of what was its own.
typedef struct Traces {
    const Machine *machine;
    uint32_t thread;
    uint64_t destination; // what is there does not count
    uint64_t searched;    // bytes so far
    bool own;             // the handle, or an address on its stack
    bool heap;            // an address in its heap, or something that is still there
} Traces;

static void look_at_word(Traces *traces, uint64_t word)
{
    uint64_t region = word >> traces->machine->memory.layout.region_bits;
    traces->own |=
        word == thread_handle(traces->machine, traces->thread) || region == layout_stack_region(traces->thread);
    traces->heap |= region == layout_heap_region(traces->thread);
}

// Of which only some bytes are concrete: those of `mask`.
static void look_at_pattern(Traces *traces, uint64_t word, uint64_t mask)
{
    const Layout *layout = &traces->machine->memory.layout;
    uint64_t region = UINT64_MAX << layout->region_bits & mask;
    traces->own |= ((word ^ thread_handle(traces->machine, traces->thread)) & mask) == 0 ||
                   ((word ^ layout_region_base(layout, layout_stack_region(traces->thread))) & region) == 0;
    traces->heap |= ((word ^ layout_region_base(layout, layout_heap_region(traces->thread))) & region) == 0;
}

static void search_object(void *context, const Object *object)
{
    Traces *traces = context;
    enum { SIZE = sizeof(uint64_t) };
    const Memory *memory = &traces->machine->memory;
    traces->searched += object->size;
    traces->own |= traces->searched > MOST_BYTES;
    traces->heap |= object->base >> memory->layout.region_bits == layout_heap_region(traces->thread);
    for (uint64_t i = 0; i + SIZE <= object->size && !traces->own; i++) {
        if (object->base + i == traces->destination)
            continue;
        Term terms[SIZE];
        uint64_t word = memory_read_word(memory, object->base + i, SIZE), mask = UINT64_MAX;
        bool symbolic = memory_read_terms(memory, object->base + i, terms, SIZE);
        for (uint32_t j = 0; j < SIZE && symbolic; j++)
            mask &= ~(terms[j] ? UINT64_C(0xff) << (8 * j) : 0);
        look_at_pattern(traces, word, mask);
    }
}

static void search_registers(Traces *traces, const Thread *thread)
{
    const Facts *facts = traces->machine->options->facts;
    for (uint32_t i = 0; i < thread->frames.count; i++) {
        const Frame *frame = &thread->frames.data[i];
        for (uint32_t j = 0; j < frame->function->register_count; j++) {
            Term term = thread->terms.count ? thread->terms.data[frame->base + j] : NO_TERM;
            if (facts && !facts_is_live(facts, frame_function(traces->machine, frame), frame->pc, j))
                continue;
            if (!term)
                look_at_word(traces, thread->registers.data[frame->base + j]);
            else if (term_width(traces->machine->terms, term) == 64)
                traces->own = true;
        }
    }
}

static Traces find_traces(const Machine *machine, uint32_t id, uint64_t destination)
{
    Traces traces = {.machine = machine, .thread = id, .destination = destination};
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        search_registers(&traces, machine->threads.data[i]);
        traces.own |= machine->threads.data[i]->end.term != NO_TERM;
        look_at_word(&traces, machine->threads.data[i]->end.result);
    }
    if (!traces.own)
        memory_each_object(&machine->memory, search_object, &traces);
    return traces;
}

static bool is_awaited(const Machine *machine, uint32_t id)
{
    for (uint32_t i = 0; i < machine->threads.count; i++)
        if (machine->threads.data[i]->state == THREAD_JOINING && machine->threads.data[i]->wait.thread == id)
            return true;
    return false;
}

static bool is_over(const Machine *machine, uint32_t id)
{
    const Thread *thread = machine->threads.data[id];
    return thread->state == THREAD_FINISHED && thread->role == ROLE_ITSELF && !thread->held.count &&
           !thread->once.count && !is_awaited(machine, id);
}

uint32_t reuse_find(const Machine *machine, uint64_t destination)
{
    for (uint32_t i = 1; i < machine->threads.count && machine->options->reuse_threads; i++)
        if (is_over(machine, i) && !find_traces(machine, i, destination).own)
            return i;
    return NO_THREAD;
}

void reuse_forget(Machine *machine, uint32_t thread, uint64_t destination)
{
    bool heap = find_traces(machine, thread, destination).heap;
    memory_forget_region(&machine->memory, layout_stack_region(thread));
    if (!heap)
        memory_forget_region(&machine->memory, layout_heap_region(thread));
}
