#include "machine/abstract.h"

#include "machine/symbolic.h"

enum { SYNC_BYTES = 32 };

// Whether the register of a thread is part of the rounds that it is in (machine_rounds_fingerprint), if it matters at all.
static bool is_of_round(const Machine *machine, const Thread *thread, const Frame *frame, uint32_t index)
{
    const Facts *facts = machine->options->facts;
    uint32_t function = frame_function(machine, frame);
    return facts && facts_has_loop(facts, function) && !(machine->terms && thread->terms.data[frame->base + index]) &&
           facts_is_live(facts, function, frame->pc, index);
}

// What is computed from constants alone is the same wherever the rounds are.
static void keep_counters(const Machine *original, Thread *thread)
{
    const Thread *before = original->threads.data[thread->id];
    for (uint32_t i = 0; i < thread->frames.count; i++) {
        const Frame *frame = &thread->frames.data[i];
        uint32_t function = frame_function(original, frame);
        for (uint32_t j = 0; j < frame->function->register_count; j++)
            if (is_of_round(original, before, frame, j) && facts_is_counter(original->options->facts, function, j))
                thread->terms.data[frame->base + j] = NO_TERM;
    }
}

Machine *machine_abstract(const Machine *original, Locations *locations)
{
    Machine *machine = machine_clone(original);
    machine->memory.locations = locations;
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        Thread *thread = machine_writable_thread(machine, i);
        if (thread->state == THREAD_FINISHED) {
            thread->end.term = locations_symbol(locations, location_of_register(i, RESULT_REGISTER));
            continue;
        }
        for (uint32_t j = 0; j < thread->terms.count; j++)
            thread->terms.data[j] = locations_symbol(locations, location_of_register(i, j));
        keep_counters(original, thread);
    }
    return machine;
}

static Term register_content(const Machine *machine, uint32_t id, uint32_t index)
{
    if (id >= machine->threads.count)
        return NO_TERM;
    const Thread *thread = machine->threads.data[id];
    if (index != RESULT_REGISTER && index >= thread->registers.count)
        return NO_TERM;
    return symbolic_value(machine->terms, thread_register_value(thread, index), 64);
}

Term machine_location_content(const Machine *machine, Location location)
{
    uint32_t thread, index;
    if (location_is_register(location, &thread, &index))
        return register_content(machine, thread, index);
    if (memory_check(&machine->memory, location, 1, false) != FAULT_NONE)
        return NO_TERM;
    Term content = access_content(machine, location, 1);
    return content ? content : term_constant(machine->terms, 8, memory_read_word(&machine->memory, location, 1));
}

Term machine_fixed_condition(const Machine *machine)
{
    const Memory *memory = &machine->memory;
    Term all = term_boolean(machine->terms, true);
    for (uint32_t i = 0; i < memory->changed.count; i++)
        for (uint64_t at = memory->changed.data[i].start; at < memory->changed.data[i].end; at++) {
            Term content = memory_is_fixed(memory, at) && memory_check(memory, at, 1, false) == FAULT_NONE
                               ? access_content(machine, at, 1)
                               : NO_TERM;
            if (content)
                all = term_and(machine->terms, all,
                               term_equal(machine->terms, content,
                                          term_constant(machine->terms, 8, memory_read_word(memory, at, 1))));
        }
    return all;
}

// What is known of the bytes that a copy has read: see access_copy.
static uint64_t hash_copy(const Thread *thread, uint64_t hash)
{
    const Frame *frame = thread->frames.count ? &vector_last(&thread->frames) : NULL;
    const Instruction *next = frame ? &frame->function->instructions[frame->pc] : NULL;
    if (!next || thread->state != THREAD_PENDING || next->opcode != OP_copy)
        return hash;
    return hash_word(hash, thread->registers.data[frame->base + next->dst]);
}

static uint64_t hash_thread(const Machine *machine, const Thread *thread, uint64_t hash)
{
    hash = hash_copy(thread, hash);
    hash = hash_word(hash, (uint64_t)thread->state << 32 | thread->frames.count);
    for (uint32_t i = 0; i < thread->frames.count; i++) {
        const Frame *frame = &thread->frames.data[i];
        hash = hash_words(hash, frame_function(machine, frame), (uint64_t)frame->generation << 32 | frame->pc);
        hash = hash_words(hash, (uint64_t)frame->base << 32 | frame->stack_mark, frame->variadic);
        hash = hash_word(hash, frame->interrupts);
    }
    hash = hash_bytes(thread->locals.data, thread->locals.count * sizeof *thread->locals.data, hash);
    hash = hash_bytes(thread->held.data, thread->held.count * sizeof *thread->held.data, hash);
    hash = hash_bytes(thread->once.data, thread->once.count * sizeof *thread->once.data, hash);
    // What it remembers of a loop that may be a wait: by its values, though another might do as well.
    if (thread->spin.registers.count) {
        hash = hash_bytes(thread->spin.registers.data, thread->spin.registers.count * sizeof(uint64_t), hash);
        hash = hash_bytes(thread->spin.terms.data, thread->spin.terms.count * sizeof(Term), hash);
        for (uint32_t i = 0; i < thread->spin.reads.count; i++) {
            const SpinRead *read = &thread->spin.reads.data[i];
            hash = hash_word(hash_words(hash, read->address, read->value), read->content);
        }
        hash = hash_words(hash, (uint64_t)thread->spin.pc << 32 | thread->spin.depth,
                          (uint64_t)thread->spin.same << 32 | (uint64_t)thread->spin.waited << 8 |
                              (uint64_t)thread->spin.watched << 7 | (uint64_t)spin_has_effect(&thread->spin) << 6 |
                              (uint64_t)thread->spin.changed << 5 | (uint64_t)thread->spin.probed << 4 |
                              (uint64_t)thread->spin.is_void << 3 | (uint64_t)thread->spin.resumed << 2 |
                              (uint64_t)thread->spin.marked << 1 | thread->stepped);
        hash =
            hash_words(hash, (uint64_t)thread->spin.seen << 32 | thread->spin.yield_watch, thread->spin.writes.count);
    }
    hash = bounds_hash(machine, thread, hash);
    hash = thread_hash_wait(machine, thread, hash);
    // What is left from an earlier wait does not count.
    bool pends = thread->state == THREAD_PENDING, joins = thread->state == THREAD_JOINING,
         at_barrier = thread->state == THREAD_BARRIER,
         waits = thread->state == THREAD_WAITING || thread->state == THREAD_WOKEN;
    uint64_t rest[] = {thread->interrupts.aside.wait.object,
                       thread->interrupts.aside.wait.mutex,
                       thread->interrupts.aside.wait.value,
                       (uint64_t)thread->interrupts.aside.depth << 8 | (uint64_t)thread->interrupts.aside.state << 1 |
                           thread->interrupts.aside.wait.timed_out,
                       pends ? thread->pending.kind : 0,
                       pends ? thread->pending.address : 0,
                       pends ? thread->pending.size : 0,
                       waits || at_barrier ? thread->wait.object : 0,
                       waits ? thread->wait.mutex : 0,
                       waits ? (uint64_t)thread->wait.timed << 1 | thread->wait.timed_out : 0,
                       at_barrier ? thread->wait.value : 0,
                       joins ? thread->wait.thread : 0,
                       (uint64_t)thread->generations << 32 | thread->section.depth,
                       thread->input_count,
                       (uint64_t)(thread->end.joined_by + 1) << 8 | (uint64_t)thread->interrupts.signalled << 2 |
                           (uint64_t)thread->end.missing << 1 | thread->end.detached};
    return hash_bytes(rest, sizeof rest, hash);
}

uint64_t machine_synchronisation_size(const Machine *machine, uint64_t address)
{
    const Object *object = memory_find(&machine->memory, address);
    if (!object || object->freed || address < object->base || address >= object->base + object->size)
        return 0;
    uint64_t rest = object->base + object->size - address;
    return rest < SYNC_BYTES ? rest : SYNC_BYTES;
}

// Of bytes that nobody may read it counts that it is so, which is part of the objects.
static uint64_t hash_synchronisation(const Machine *machine, uint64_t address, uint64_t hash)
{
    uint64_t size = machine_synchronisation_size(machine, address);
    uint8_t bytes[SYNC_BYTES] = {0};
    Term terms[SYNC_BYTES];
    hash = hash_word(hash, address);
    if (memory_check(&machine->memory, address, size, false) == FAULT_NONE)
        memory_read_bytes(&machine->memory, address, bytes, size);
    else
        for (uint64_t i = 0; i < size; i++)
            if (memory_check(&machine->memory, address + i, 1, false) == FAULT_NONE)
                memory_read_bytes(&machine->memory, address + i, bytes + i, 1);
    if (size && memory_read_terms(&machine->memory, address, terms, size))
        hash = hash_bytes(terms, size * sizeof *terms, hash);
    return hash_bytes(bytes, size, hash);
}

void machine_control_fingerprint(const Machine *machine, const uint64_t *synchronisation, uint32_t count,
                                 uint64_t fingerprint[2])
{
    for (uint64_t word = 0; word < 2; word++) {
        uint64_t hash = hash_word(memory_hash_objects(&machine->memory, hash_mix(word + 1)), machine->ordered_inputs);
        for (uint32_t i = 0; i < machine->threads.count; i++)
            hash = hash_thread(machine, machine->threads.data[i], hash);
        for (uint32_t i = 0; i < count; i++)
            hash = hash_synchronisation(machine, synchronisation[i], hash);
        fingerprint[word] = hash;
    }
}

// Of the registers that the function's loops may carry from round to round.
static uint64_t hash_rounds(const Machine *machine, const Thread *thread, uint64_t hash)
{
    for (uint32_t i = 0; i < thread->frames.count; i++) {
        const Frame *frame = &thread->frames.data[i];
        for (uint32_t j = 0; j < frame->function->register_count; j++)
            if (is_of_round(machine, thread, frame, j))
                hash = hash_words(hash, j, thread->registers.data[frame->base + j]);
    }
    return hash;
}

uint64_t machine_rounds_fingerprint(const Machine *machine)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < machine->threads.count; i++)
        hash = hash_rounds(machine, machine->threads.data[i], hash);
    return hash;
}
