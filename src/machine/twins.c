#include "machine/twins.h"

#include "machine/state.h"

static bool are_twins(const Thread *a, const Thread *b)
{
    return a->origin.twin != NO_THREAD && a->origin.twin == b->origin.twin;
}

static bool stand_alike(const Thread *a, const Thread *b)
{
    bool same = a->frames.count == b->frames.count;
    for (uint32_t i = 0; i < a->frames.count && same; i++)
        same = a->frames.data[i].function == b->frames.data[i].function && a->frames.data[i].pc == b->frames.data[i].pc;
    return same && a->state == THREAD_PENDING && b->state == THREAD_PENDING && a->pending.kind == b->pending.kind &&
           a->pending.address == b->pending.address && a->pending.size == b->pending.size;
}

static bool ignores_argument(const Machine *machine, uint64_t routine)
{
    const Function *function = program_function_at(machine->program, routine);
    const bool *ignores = machine->options->twins->ignores_argument;
    return function && ignores && ignores[function - machine->program->functions.data];
}

// Neither has done anything but to come to where it stands, and that was given to both.
static bool began_alike(const Machine *machine, const Thread *a, const Thread *b)
{
    bool same = a->origin.argument == b->origin.argument || ignores_argument(machine, a->origin.routine);
    return same && a->origin.plain && b->origin.plain && a->origin.creator == b->origin.creator &&
           a->origin.row == b->origin.row && a->origin.routine == b->origin.routine &&
           a->end.detached == b->end.detached && !a->input_count && !b->input_count;
}

static bool is_fresh(const Thread *thread)
{
    return thread->id && !thread->origin.begun;
}

void twins_find(Machine *machine)
{
    for (uint32_t i = machine->step.threads; machine->options->twins && i < machine->threads.count; i++) {
        const Thread *thread = machine->threads.data[i];
        for (uint32_t j = i; is_fresh(thread) && j-- > machine->step.threads;) {
            const Thread *other = machine->threads.data[j];
            if (!is_fresh(other) || !began_alike(machine, thread, other) || !stand_alike(thread, other))
                continue;
            uint32_t first = other->origin.twin == NO_THREAD ? j : other->origin.twin;
            machine_writable_thread(machine, j)->origin.twin = first;
            machine_writable_thread(machine, i)->origin.twin = first;
            break;
        }
    }
}

static void tell_apart(Machine *machine)
{
    machine->options->twins->told_apart = true;
    machine->outcome.status = MACHINE_ESCAPED;
}

// Whether a twin of the thread is joined by another than `joiner`, or by nobody yet.
static bool has_twin_joined(const Machine *machine, const Thread *thread, uint32_t joiner, bool by_nobody)
{
    for (uint32_t i = 1; i < machine->threads.count; i++) {
        const Thread *other = machine->threads.data[i];
        bool unjoined = other->end.joined_by == NO_THREAD;
        if (are_twins(thread, other) && (by_nobody ? unjoined : !unjoined && other->end.joined_by != joiner))
            return true;
    }
    return false;
}

void twins_check(Machine *machine, Thread *thread, const Event *event)
{
    if (!machine->options->twins || !(event_kind_counts(event->kind) || event->kind == EVENT_retire))
        return;
    if (event->kind == EVENT_join) {
        const Thread *joined = machine->threads.data[event->other];
        if (joined->origin.twin == NO_THREAD)
            return;
        thread->origin.joins_twins = true;
        if (event->size || has_twin_joined(machine, joined, thread->id, false))
            tell_apart(machine);
        return;
    }
    for (uint32_t i = 1; thread->origin.joins_twins && i < machine->threads.count; i++) {
        const Thread *joined = machine->threads.data[i];
        if (joined->origin.twin != NO_THREAD && joined->end.joined_by == thread->id &&
            has_twin_joined(machine, joined, thread->id, true)) {
            tell_apart(machine);
            return;
        }
    }
}

uint32_t machine_first_twin(const Machine *machine, uint32_t thread)
{
    return machine->threads.data[thread]->origin.twin;
}

bool machine_thread_is_fresh(const Machine *machine, uint32_t thread)
{
    return is_fresh(machine->threads.data[thread]);
}

bool machine_follows_twin(const Machine *machine, uint32_t id)
{
    const Thread *thread = machine->threads.data[id];
    for (uint32_t i = 1; i < id && is_fresh(thread); i++)
        if (are_twins(thread, machine->threads.data[i]) && is_fresh(machine->threads.data[i]))
            return true;
    return false;
}

bool machine_waits_for_wrong_twin(const Machine *machine)
{
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        const Thread *thread = machine->threads.data[i];
        if (thread->state != THREAD_JOINING)
            continue;
        const Thread *target = machine->threads.data[thread->wait.thread];
        for (uint32_t j = 1; j < machine->threads.count; j++) {
            const Thread *other = machine->threads.data[j];
            if (are_twins(target, other) && other->state == THREAD_FINISHED && other->end.joined_by == NO_THREAD &&
                target->state != THREAD_FINISHED)
                return true;
        }
    }
    return false;
}
