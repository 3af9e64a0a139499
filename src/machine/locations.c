#include "machine/locations.h"

#include "machine/symbolic.h"

enum { SYNC_BYTES = 32 };

void locations_free(Locations *locations)
{
    map_free(&locations->symbols);
    map_free(&locations->places);
}

Term locations_symbol(Locations *locations, Location location)
{
    uint64_t *symbol = map_insert(&locations->symbols, location);
    if (!*symbol) {
        Text name = {0};
        if (location_is_register(location))
            text_format(&name, "r%u:%u", location_thread(location), location_register(location));
        else
            text_format(&name, "m%llx", (unsigned long long)location);
        *symbol = term_symbol(locations->terms, location_is_register(location) ? 64 : 8, text_string(&name));
        text_free(&name);
        *map_insert(&locations->places, *symbol) = location + 1;
    }
    return (Term)*symbol;
}

bool locations_find(const Locations *locations, Term symbol, Location *location)
{
    const uint64_t *place = map_find(&locations->places, symbol);
    if (place)
        *location = *place - 1;
    return place != NULL;
}

Machine *machine_abstract(const Machine *original, Locations *locations)
{
    Machine *machine = machine_clone(original);
    machine->memory.locations = locations;
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        if (machine->threads.data[i]->state == THREAD_FINISHED)
            continue;
        Thread *thread = machine_writable_thread(machine, i);
        for (uint32_t j = 0; j < thread->terms.count; j++)
            thread->terms.data[j] = locations_symbol(locations, location_of_register(i, j));
    }
    return machine;
}

static Term register_content(const Machine *machine, Location location)
{
    uint32_t id = location_thread(location), index = location_register(location);
    if (id >= machine->threads.count)
        return NO_TERM;
    const Thread *thread = machine->threads.data[id];
    if (index >= thread->registers.count)
        return NO_TERM;
    return symbolic_value(machine->terms, (Value){thread->registers.data[index], thread->terms.data[index]}, 64);
}

Term machine_location_content(const Machine *machine, Location location)
{
    if (location_is_register(location))
        return register_content(machine, location);
    if (memory_check(&machine->memory, location, 1, false) != FAULT_NONE)
        return NO_TERM;
    Term content = access_content(machine, location, 1);
    return content ? content : term_constant(machine->terms, 8, memory_read_word(&machine->memory, location, 1));
}

// With a bound on iterations it matters how many a loop has made.
static uint64_t hash_iterations(const Machine *machine, const Thread *thread, const Frame *frame, uint64_t hash)
{
    const Function *function = frame->function;
    if (machine->options->unwind == UINT64_MAX)
        return hash;
    for (uint32_t i = 0; i < function->instruction_count; i++)
        if (function->instructions[i].opcode == OP_loop_back)
            hash = hash_mix(hash ^ thread->registers.data[frame->base + function->instructions[i].dst]);
    return hash;
}

static uint64_t hash_thread(const Machine *machine, const Thread *thread, uint64_t hash)
{
    hash = hash_mix(hash ^ ((uint64_t)thread->state << 32 | thread->frames.count));
    for (uint32_t i = 0; i < thread->frames.count; i++) {
        const Frame *frame = &thread->frames.data[i];
        hash = hash_mix(hash ^ (uint64_t)(uintptr_t)frame->function) + frame->pc;
        hash = hash_mix(hash ^ ((uint64_t)frame->base << 32 | frame->stack_mark)) + frame->variadic;
        hash = hash_iterations(machine, thread, frame, hash);
    }
    hash = hash_bytes(thread->locals.data, thread->locals.count * sizeof *thread->locals.data, hash);
    hash = hash_bytes(thread->held.data, thread->held.count * sizeof *thread->held.data, hash);
    // What it remembers of a loop that may be a wait: by its values, though another might do as well.
    if (thread->spin_registers.count) {
        hash = hash_bytes(thread->spin_registers.data, thread->spin_registers.count * sizeof(uint64_t), hash);
        hash = hash_bytes(thread->spin_terms.data, thread->spin_terms.count * sizeof(Term), hash);
        for (uint32_t i = 0; i < thread->spin_reads.count; i++) {
            const SpinRead *read = &thread->spin_reads.data[i];
            hash = hash_mix(hash ^ read->address) + hash_mix(read->value) + read->content;
        }
        hash = hash_mix(hash ^ ((uint64_t)thread->spin_pc << 32 | thread->spin_depth));
        hash = hash_mix(hash ^ ((uint64_t)thread->spin_same << 32 | (uint64_t)thread->spin_waited << 8 |
                                (uint64_t)thread->spin_watched << 7 | (uint64_t)thread->spin_dirty << 6 |
                                (uint64_t)thread->spin_changed << 5 | (uint64_t)thread->spin_probed << 4 |
                                (uint64_t)thread->spin_void << 3 | (uint64_t)thread->spin_resumed << 2 |
                                (uint64_t)thread->spin_marked << 1 | thread->stepped));
        hash = hash_mix(hash ^ ((uint64_t)thread->spin_seen << 32 | thread->spin_probe)) + thread->spin_writes.count;
    }
    hash = thread_hash_wait(thread, hash);
    // What is left from an earlier wait does not count.
    bool pends = thread->state == THREAD_PENDING, joins = thread->state == THREAD_JOINING,
         at_barrier = thread->state == THREAD_BARRIER,
         waits = thread->state == THREAD_WAITING || thread->state == THREAD_WOKEN;
    uint64_t rest[] = {pends ? thread->pending.kind : 0,
                       pends ? thread->pending.address : 0,
                       pends ? thread->pending.size : 0,
                       waits || at_barrier ? thread->wait_object : 0,
                       waits ? thread->wait_mutex : 0,
                       waits ? (uint64_t)thread->wait_timed << 1 | thread->wait_timed_out : 0,
                       at_barrier ? thread->wait_value : 0,
                       joins ? thread->wait_thread : 0,
                       thread->result,
                       thread->result_term,
                       thread->atomic_depth,
                       thread->input_count,
                       (uint64_t)(thread->joined_by + 1) << 8 | (uint64_t)thread->result_missing << 1 |
                           thread->detached};
    return hash_bytes(rest, sizeof rest, hash);
}

static uint64_t hash_synchronisation(const Machine *machine, uint64_t address, uint64_t hash)
{
    hash = hash_mix(hash ^ address);
    const Object *object = memory_find(&machine->memory, address);
    if (!object || object->freed || address < object->base || address >= object->base + object->size)
        return hash;
    uint64_t rest = object->base + object->size - address;
    uint8_t bytes[SYNC_BYTES];
    uint64_t size = rest < SYNC_BYTES ? rest : SYNC_BYTES;
    if (memory_check(&machine->memory, address, size, false) != FAULT_NONE)
        return hash;
    memory_read_bytes(&machine->memory, address, bytes, size);
    return hash_bytes(bytes, size, hash);
}

void machine_control_fingerprint(const Machine *machine, const uint64_t *synchronisation, uint32_t count,
                                 uint64_t fingerprint[2])
{
    for (uint64_t word = 0; word < 2; word++) {
        uint64_t hash = memory_hash_objects(&machine->memory, hash_mix(word + 1)) ^ machine->ordered_inputs;
        for (uint32_t i = 0; i < machine->threads.count; i++)
            hash = hash_thread(machine, machine->threads.data[i], hash);
        for (uint32_t i = 0; i < count; i++)
            hash = hash_synchronisation(machine, synchronisation[i], hash);
        fingerprint[word] = hash;
    }
}
