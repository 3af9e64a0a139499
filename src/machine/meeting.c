// For coverage: which operations of two threads met, that is, stood before each other and competed. Either might have come
// first. A search that reverses them comes to a state where both are still to be done, so nothing needs to be remembered
// between steps.
#include "machine/state.h"

static bool competes(const Pending *a, const Pending *b)
{
    if (event_kind_accesses(a->kind) && event_kind_accesses(b->kind))
        return a->address < b->address + b->size && b->address < a->address + a->size && (a->writes || b->writes);
    return a->address && a->address == b->address && event_kind_synchronises(a->kind) &&
           event_kind_synchronises(b->kind);
}

void machine_note_meetings(const Machine *machine, uint32_t id)
{
    Reached *reached = machine->options->reached;
    const Thread *thread = machine->threads.data[id];
    if (!reached || !reached->pairs || machine->probe || thread->state != THREAD_PENDING)
        return;
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        const Thread *other = machine->threads.data[i];
        if (i != id && other->state == THREAD_PENDING && competes(&thread->pending, &other->pending) &&
            machine_alternatives(machine, i))
            reached_note_pair(reached, thread_position(machine, thread), thread_position(machine, other));
    }
}
