// Threads that take the place of others that have ended, so that a program which creates and joins threads for ever has
// finitely many states (MachineOptions.reuse_threads). A thread's number is part of its handle. So that who uses a handle for
// too long is not taken for one who uses the new one, a place is taken only if the old handle is nowhere any more but where
// the new one is going to be written, and no address of what was the old thread's own. Handles are large then: no other
// number is taken for one, and no part of one will do.
#include "machine/generalise.h"
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

static bool is_in_region(const Machine *machine, uint64_t word, uint32_t region)
{
    return word >> machine->memory.layout.region_bits == region;
}

static bool is_name_of(const Machine *machine, uint64_t word, uint32_t thread)
{
    return word == thread_handle(machine, thread) || is_in_region(machine, word, layout_stack_region(thread)) ||
           is_in_region(machine, word, layout_heap_region(thread));
}

static bool is_name(const Machine *machine, uint64_t word)
{
    for (uint32_t i = 1; i < machine->threads.count; i++)
        if (is_name_of(machine, word, i))
            return true;
    return false;
}

// Whether a term can come out as a name because one was put into it. Which of two it is may be hidden in its bytes.
static bool term_may_name(const Machine *machine, Term term, uint32_t depth)
{
    enum { DEPTH_LIMIT = 12 };
    TermTable *terms = machine->terms;
    if (term_is_constant(terms, term))
        return is_name(machine, term_constant_value(terms, term));
    if (term_kind(terms, term) == TERM_ite || depth == DEPTH_LIMIT)
        return true;
    for (uint32_t i = 0; i < term_operand_count(terms, term); i++)
        if (term_may_name(machine, term_operand(terms, term, i), depth + 1))
            return true;
    return false;
}

enum { NAME_SIZE = sizeof(uint64_t) };

// Of a register, or of so many bytes from an address on.
static bool content_may_name(const Machine *machine, Location location)
{
    Term held = machine_held(machine, location, 8 * NAME_SIZE);
    return term_is_constant(machine->terms, held) ? is_name(machine, term_constant_value(machine->terms, held))
                                                  : term_may_name(machine, held, 0);
}

bool machine_may_name(const Machine *machine, Location location, Location *name)
{
    uint32_t thread, index;
    *name = location;
    if (location_is_register(location, &thread, &index))
        return content_may_name(machine, location);
    const Object *object = memory_find(&machine->memory, location);
    for (uint64_t back = 0; object && back < NAME_SIZE && location - back >= object->base; back++) {
        *name = location - back;
        if (*name + NAME_SIZE <= object->base + object->size && content_may_name(machine, *name))
            return true;
    }
    return false;
}

// What is looked for: the handle of a thread that has ended, and addresses of what was its own. What is symbolic holds no
// such thing, unless it can be seen in it (MachineOptions.reuse_threads).
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
    traces->own |= word == thread_handle(traces->machine, traces->thread) ||
                   is_in_region(traces->machine, word, layout_stack_region(traces->thread));
    traces->heap |= is_in_region(traces->machine, word, layout_heap_region(traces->thread));
}

static void look_at_content(Traces *traces, Location location)
{
    TermTable *terms = traces->machine->terms;
    Term held = machine_held(traces->machine, location, 8 * NAME_SIZE);
    if (term_is_constant(terms, held))
        look_at_word(traces, term_constant_value(terms, held));
    else
        traces->own |= term_may_name(traces->machine, held, 0);
}

static void search_object(void *context, const Object *object)
{
    Traces *traces = context;
    traces->searched += object->size;
    traces->own |= traces->searched > MOST_BYTES;
    traces->heap |= is_in_region(traces->machine, object->base, layout_heap_region(traces->thread));
    for (uint64_t i = 0; i + NAME_SIZE <= object->size && !traces->own; i++)
        if (object->base + i != traces->destination)
            look_at_content(traces, object->base + i);
}

static void search_register(void *context, uint32_t function, uint32_t index, Location location)
{
    (void)function;
    (void)index;
    look_at_content(context, location);
}

static Traces find_traces(const Machine *machine, uint32_t id, uint64_t destination)
{
    Traces traces = {.machine = machine, .thread = id, .destination = destination};
    machine_each_register(machine, search_register, &traces);
    for (uint32_t i = 0; i < machine->threads.count; i++)
        if (machine->threads.data[i]->state == THREAD_FINISHED && i != id)
            look_at_content(&traces, location_of_register(i, RESULT_REGISTER));
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
    return thread->state == THREAD_FINISHED && thread->origin.role == ROLE_ITSELF && !thread->held.count &&
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
