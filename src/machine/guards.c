#include "machine/guards.h"

#include "machine/state.h"

// In one step; a loop that goes round under a lock for ever must come to a stop.
enum { ACCESS_LIMIT = 256 };

static bool holds(const Thread *thread, uint64_t lock, bool to_write)
{
    for (uint32_t i = 0; i < thread->held.count; i++)
        if (thread->held.data[i] == lock && !(to_write && thread->held_as.data[i] == HELD_TO_READ))
            return true;
    return false;
}

bool machine_has_lock(const Machine *machine, uint32_t thread, uint64_t lock, bool to_write)
{
    return holds(machine->threads.data[thread], lock, to_write);
}

bool machine_is_alone(const Machine *machine)
{
    return machine->threads.count - machine->joined_count == 1;
}

// The lock of a word, 0: none.
static uint64_t lock_of(const Guards *guards, uint64_t word)
{
    const uint64_t *lock = map_find(&guards->locks, word);
    return lock ? *lock : 0;
}

bool guards_let_pass(Machine *machine, const Thread *thread, const Pending *pending)
{
    Guards *guards = machine->options->guards;
    if (!guards || machine->probe || machine->apart || machine->step.guarded >= ACCESS_LIMIT || !pending->size)
        return false;
    uint64_t last = (pending->address + pending->size - 1) / GUARDED_BYTES;
    for (uint64_t word = pending->address / GUARDED_BYTES; word <= last; word++) {
        uint64_t lock = lock_of(guards, word);
        if (!lock || !holds(thread, lock, pending->writes))
            return false;
    }
    machine->step.guarded++;
    if (guards->noting)
        vector_push(&guards->accesses, thread->id);
    return true;
}

static void check_word(Machine *machine, const Thread *thread, uint64_t word, bool writes)
{
    Guards *guards = machine->options->guards;
    uint64_t lock = lock_of(guards, word);
    if (!lock || holds(thread, lock, writes))
        return;
    vector_push(&guards->broken, word);
    machine->outcome.status = MACHINE_ESCAPED;
}

void guards_check(Machine *machine, const Thread *thread, const Event *event)
{
    Guards *guards = machine->options->guards;
    bool ends = event->kind == EVENT_free || event->kind == EVENT_retire;
    if (!guards || !event->size || machine_is_alone(machine) || !(ends || event_kind_accesses(event->kind)))
        return;
    bool writes = ends || event_kind_writes(event->kind);
    uint64_t first = event->address / GUARDED_BYTES, last = (event->address + event->size - 1) / GUARDED_BYTES;
    if (last - first < guards->locks.capacity) {
        for (uint64_t word = first; word <= last; word++)
            check_word(machine, thread, word, writes);
        return;
    }
    for (uint32_t i = 0; i < guards->locks.capacity; i++) { // a large block: there are fewer words in the table
        const MapEntry *entry = &guards->locks.entries[i];
        if (entry->used && entry->key >= first && entry->key <= last)
            check_word(machine, thread, entry->key, writes);
    }
}

void guards_free(Guards *guards)
{
    map_free(&guards->locks);
    vector_free(&guards->broken);
    vector_free(&guards->accesses);
}
