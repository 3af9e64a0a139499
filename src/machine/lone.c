// A thread that alone can go on, and goes round for ever: each time its time limit runs out, all is as it was. Others that
// wait for a lock or a signal then wait for ever, which nobody would see, since somebody goes on.
//
// All steps from one such moment to the next must be its own, with no choice and no input in them, and nobody else may have
// been able to go on in between: then there is no other continuation, and the state comes again and again. (A wait that
// could end without a signal does not count as a choice: nobody may rely on that.)
//
// States are compared after time limits only, with the last one whose number is a power of two, so that any number of
// limits may run out in a round. What is remembered is part of the state (machine_fingerprint), or a search that ends where
// a state comes again would not come to the second time.
#include "machine/state.h"

void lone_note_timeout(Machine *machine)
{
    machine->lone.timed_out = true;
}

static void forget(Lone *lone)
{
    *lone = (Lone){.timed_out = lone->timed_out};
}

void lone_note_choice(Machine *machine, Choice choice)
{
    Lone *lone = &machine->lone;
    if (lone->rounds && (choice.thread != lone->thread || choice.alternative ||
                         (machine_alternatives(machine, choice.thread) > 1 &&
                          machine_pending(machine, choice.thread).kind != EVENT_wait)))
        forget(lone);
}

static bool is_alone(const Machine *machine, uint32_t thread)
{
    for (uint32_t i = 0; i < machine->threads.count; i++)
        if (i != thread && machine_thread_could_go_on(machine, i))
            return false;
    return true;
}

// Not for the one that goes round, nor because it must not go on.
static bool waits_for_ever(const Machine *machine, uint32_t id)
{
    const Thread *thread = machine->threads.data[id];
    switch (thread->state) {
    case THREAD_FINISHED:
    case THREAD_ASSUMING:
    case THREAD_IDLE:
    case THREAD_JOINING:
        return false;
    case THREAD_SPINNING:
        return !thread_could_leave_spin(machine, thread);
    default:
        return true;
    }
}

static uint32_t find_stuck(const Machine *machine, uint32_t lone)
{
    uint32_t shown = NO_THREAD;
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        if (machine->threads.data[i]->state == THREAD_ASSUMING)
            return NO_THREAD;
        if (i != lone && waits_for_ever(machine, i) && (shown == NO_THREAD || thread_stands_above(machine, i, shown)))
            shown = i;
    }
    return shown;
}

// Whether the state is the one that was kept; it may be kept now.
static bool has_come_round(Machine *machine)
{
    Lone *lone = &machine->lone, kept = *lone;
    uint64_t fingerprint[2];
    *lone = (Lone){0};
    machine_fingerprint(machine, fingerprint);
    *lone = kept;
    if (lone->rounds && fingerprint[0] == lone->fingerprint[0] && fingerprint[1] == lone->fingerprint[1])
        return true;
    lone->rounds++;
    if (!(lone->rounds & (lone->rounds - 1))) {
        lone->fingerprint[0] = fingerprint[0];
        lone->fingerprint[1] = fingerprint[1];
    }
    return false;
}

uint32_t lone_find_stuck(Machine *machine, uint32_t last)
{
    Lone *lone = &machine->lone;
    bool timed_out = lone->timed_out;
    lone->timed_out = false;
    lone->leaves_stuck = false;
    if (!timed_out && !lone->rounds)
        return NO_THREAD;
    bool goes_on = !machine->weak && !program_has_interrupts(machine->program) &&
                   machine_thread_could_go_on(machine, last) && is_alone(machine, last);
    if (!goes_on || lone->inputs != machine->inputs.count)
        forget(lone);
    if (!goes_on || !timed_out)
        return NO_THREAD;
    lone->thread = last;
    lone->inputs = machine->inputs.count;
    uint32_t stuck = find_stuck(machine, last);
    lone->leaves_stuck = stuck != NO_THREAD;
    return stuck != NO_THREAD && has_come_round(machine) ? stuck : NO_THREAD;
}

bool machine_leaves_stuck(const Machine *machine)
{
    return machine->lone.leaves_stuck;
}
