#include "machine/generalise.h"

#include <string.h>

#include "ir/operands.h"
#include "machine/symbolic.h"

static void forget_past(Thread *thread)
{
    thread->path = (Path){0};
    thread->rounds = (PlainRounds){0};
    thread->input_count = 0;
    thread->stepped = false;
    thread->end.term = NO_TERM;
    if (thread->terms.count)
        memset(thread->terms.data, 0, thread->terms.count * sizeof *thread->terms.data);
}

static void forget_loops(Spin *spin)
{
    Spin empty = {.reads = spin->reads, .registers = spin->registers, .terms = spin->terms, .writes = spin->writes};
    *spin = empty; // but for the room
    spin->reads.count = spin->registers.count = spin->terms.count = spin->writes.count = 0;
}

static void forget_wait(LastWait *wait)
{
    wait->unsignalled = false;
    wait->changed = true;
    wait->frames.count = wait->registers.count = wait->terms.count = 0;
}

Machine *machine_generalise(const Machine *original)
{
    Machine *machine = machine_fork(original);
    machine->ordered_inputs = 0;
    machine->instruction_count = machine->event_count = 0;
    memory_forget_terms(&machine->memory);
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        Thread *thread = machine_writable_thread(machine, i);
        forget_past(thread);
        forget_loops(&thread->spin);
        forget_wait(&thread->last_wait);
    }
    return machine;
}

void machine_put(Machine *machine, Location location, uint32_t width, uint64_t value, Term term)
{
    uint32_t id, index;
    if (location_is_register(location, &id, &index)) {
        thread_put_register(machine_writable_thread(machine, id), index, (Value){value, term});
        return;
    }
    memory_write_word(&machine->memory, location, width / 8, value);
    access_put_content(machine, location, width / 8, term);
}

Term machine_held(const Machine *machine, Location location, uint32_t width)
{
    uint32_t id, index;
    if (location_is_register(location, &id, &index))
        return symbolic_value(machine->terms, thread_register_value(machine->threads.data[id], index), width);
    Term content = access_content(machine, location, width / 8);
    return content ? symbolic_fit(machine->terms, content, width)
                   : term_constant(machine->terms, width, memory_read_word(&machine->memory, location, width / 8));
}

uint64_t machine_held_word(const Machine *machine, Location location, uint32_t width)
{
    uint32_t id, index;
    if (location_is_register(location, &id, &index))
        return thread_register_value(machine->threads.data[id], index).word & width_mask(width);
    return memory_read_word(&machine->memory, location, width / 8);
}

bool machine_has_bytes(const Machine *machine, uint64_t address, uint32_t size)
{
    return memory_check(&machine->memory, address, size, false) == FAULT_NONE &&
           !memory_count_uninitialised(&machine->memory, address, size);
}

uint32_t machine_register_width(const Machine *machine, Location location)
{
    uint32_t id, index;
    if (!location_is_register(location, &id, &index))
        return 0;
    Term term = thread_register_value(machine->threads.data[id], index).term;
    return term ? term_width(machine->terms, term) : 0;
}

const char *machine_register_name(const Machine *machine, uint32_t thread, uint32_t index)
{
    const Thread *owner = machine->threads.data[thread];
    for (uint32_t i = owner->frames.count; i-- > 0;) {
        const Frame *frame = &owner->frames.data[i];
        if (index < frame->base || index - frame->base >= frame->function->register_count)
            continue;
        uint32_t own = index - frame->base;
        return own < frame->function->first_temporary ? frame->function->register_names[own] : NULL;
    }
    return NULL;
}

static bool is_scalar(const Type *type)
{
    return type->kind != TYPE_UNKNOWN && type->kind != TYPE_STRUCT && type->kind != TYPE_UNION &&
           type->kind != TYPE_ARRAY;
}

void machine_find_cell(const Machine *machine, uint64_t address, uint64_t *start, uint32_t *size)
{
    const Object *object = memory_find(&machine->memory, address);
    for (uint32_t bytes = 8; object && bytes > 1; bytes /= 2) {
        uint64_t first = address - (address - object->base) % bytes;
        Text name = {0};
        uint32_t type =
            first + bytes > object->base + object->size ? 0 : machine_name_address(machine, first, bytes, &name);
        text_free(&name);
        const Type *found = &machine->program->types.data[type];
        // What was never written stays so, and is read as any value.
        if (type && is_scalar(found) && found->size == bytes &&
            !memory_count_uninitialised(&machine->memory, first, bytes)) {
            *start = first;
            *size = bytes;
            return;
        }
    }
    *start = address;
    *size = 1;
}

// Whether the instruction before which the thread stands writes the register without having read it.
static bool is_overwritten(const Thread *thread, const Frame *frame, uint32_t index)
{
    const Instruction *instruction = &frame->function->instructions[frame->pc];
    if (frame != thread_frame(thread) || instruction->opcode == OP_call || instruction->opcode == OP_call_indirect ||
        !instruction_writes_surely(instruction))
        return false;
    IdList written = {0}, read = {0};
    instruction_list_writes(frame->function, frame->pc, &written);
    instruction_list_reads(frame->function, frame->pc, &read);
    bool writes = false, reads = false;
    for (uint32_t i = 0; i < written.count; i++)
        writes |= written.data[i] == index;
    for (uint32_t i = 0; i < read.count; i++)
        reads |= read.data[i] == index;
    vector_free(&written);
    vector_free(&read);
    return writes && !reads;
}

static bool matters(const Machine *machine, const Thread *thread, const Frame *frame, uint32_t index)
{
    const Facts *facts = machine->options->facts;
    return (!facts || facts_is_live(facts, frame_function(machine, frame), frame->pc, index)) &&
           !is_overwritten(thread, frame, index);
}

static void compare_registers(const Machine *known, const Machine *other, const Thread *thread, const Frame *frame,
                              void (*visit)(void *context, Location location), void *context)
{
    const Thread *its = other->threads.data[thread->id];
    for (uint32_t i = 0; i < frame->function->register_count; i++) {
        uint32_t index = frame->base + i;
        bool differs = its->terms.data[index] || its->registers.data[index] != thread->registers.data[index];
        if (differs && matters(known, thread, frame, i))
            visit(context, location_of_register(thread->id, index));
    }
}

void machine_each_register(const Machine *machine,
                           void (*visit)(void *context, uint32_t function, uint32_t index, Location location),
                           void *context)
{
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        const Thread *thread = machine->threads.data[i];
        for (uint32_t j = 0; j < thread->frames.count; j++) {
            const Frame *frame = &thread->frames.data[j];
            for (uint32_t k = 0; k < frame->function->register_count; k++)
                if (matters(machine, thread, frame, k))
                    visit(context, frame_function(machine, frame), k, location_of_register(i, frame->base + k));
        }
    }
}

// Nobody asks for what a thread returned once it is joined or detached.
static void compare_results(const Machine *other, const Thread *thread, void (*visit)(void *context, Location location),
                            void *context)
{
    const End *its = &other->threads.data[thread->id]->end;
    bool differs = its->term || its->result != thread->end.result;
    if (differs && thread->end.joined_by == NO_THREAD && !thread->end.detached)
        visit(context, location_of_register(thread->id, RESULT_REGISTER));
}

void machine_each_difference(const Machine *known, const Machine *other, uint32_t threads,
                             void (*visit)(void *context, Location location), void *context)
{
    for (uint32_t i = 0; i < threads; i++) {
        const Thread *thread = known->threads.data[i];
        if (thread->state == THREAD_FINISHED)
            compare_results(other, thread, visit, context);
        for (uint32_t j = 0; j < thread->frames.count; j++)
            compare_registers(known, other, thread, &thread->frames.data[j], visit, context);
    }
    memory_each_difference(&known->memory, &other->memory, visit, context);
}
