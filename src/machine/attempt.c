// A round that has taken back all that it did, while nobody else looked at it in between, might as well not have been: its
// steps commute with those of others up to the end of the round, where the thread stands as it did at the beginning. If what
// it found first is not there any more, the next attempt may go otherwise, and that attempt could have been the first. So
// with MachineOptions.drop_undone the thread stops there, as if it had been assumed that attempts are not made in vain.
//
// A search that reverses races comes to every run without such rounds, although it sees nothing of what the thread would
// have done after one. Let T be such a run, and let the search first let the thread begin a round where T has others make
// steps before. The first of these steps that depends on the update which begins the round touches the same variable. In
// some run of the search it comes directly after that update, before it is taken back: then the round is not dropped, and the
// two are reversed. (Kokologiannakis, Ren, Vafeiadis: Dynamic Partial Order Reductions for Spinloops, call such loops
// zero-net-effect.)
//
// Others may come to the variable in between if they only add to it and never look at what was there; or if they do so in
// attempts that are taken back as well, and are dropped together with this one.
//
// If what it found is still there, the round counts: perhaps the thread waits for ever.
//
// A round that only looked, at what has changed meanwhile, is dropped in the same way. Nobody can tell whether it was there:
// without its looks the run is one in which the thread comes to the loop later, and stands at its beginning still. The search
// comes to that run: somebody else has written, before the end of the round, what the round has read, so the two are reversed.
#include <string.h>

#include "machine/state.h"

// --- Looks

// The attempt stays, so what it has looked at has been there.
static void keep(Looks *looks, uint32_t index)
{
    uint32_t bit = (uint32_t)1 << index;
    looks->attempts[index].state = looks->attempts[index].state == ATTEMPT_OPEN ? ATTEMPT_KEPT : ATTEMPT_NONE;
    looks->attempts[index].by = 0;
    for (uint32_t i = 0; i < LOOKS; i++) {
        bool looked = looks->attempts[i].by & bit;
        looks->attempts[i].by &= ~bit;
        if (looked && (looks->attempts[i].state == ATTEMPT_OPEN || looks->attempts[i].state == ATTEMPT_UNDONE))
            keep(looks, i);
    }
}

static uint32_t open_number(Looks *looks)
{
    for (uint32_t i = 0; i < LOOKS; i++)
        if (looks->attempts[i].state == ATTEMPT_NONE) {
            looks->attempts[i].state = ATTEMPT_OPEN;
            looks->attempts[i].by = 0;
            return i + 1;
        }
    return 0;
}

// The attempt is over, and stays.
static void keep_whole(Looks *looks, uint32_t number)
{
    if (!number)
        return;
    keep(looks, number - 1);
    looks->attempts[number - 1].state = ATTEMPT_NONE;
}

// The attempt is over and was taken back. True if whoever has looked at it was, too, as were those who looked at these, ...
static bool undo(Looks *looks, uint32_t number)
{
    uint32_t all = (uint32_t)1 << (number - 1), before = 0;
    looks->attempts[number - 1].state = ATTEMPT_UNDONE;
    while (all != before) {
        before = all;
        for (uint32_t i = 0; i < LOOKS; i++)
            if (before & (uint32_t)1 << i)
                all |= looks->attempts[i].by;
    }
    for (uint32_t i = 0; i < LOOKS; i++)
        if (all & (uint32_t)1 << i && looks->attempts[i].state != ATTEMPT_UNDONE)
            return false;
    return true;
}

// --- Attempts

static void drop_attempt(Attempt *attempt)
{
    attempt->sums.count = attempt->looks.count = attempt->registers.count = attempt->terms.count = 0;
    attempt->depth = attempt->number = 0;
    attempt->spoiled = false;
}

static void begin_attempt(Machine *machine, Thread *thread, uint32_t pc)
{
    Attempt *attempt = &thread->spin.attempt;
    uint32_t base = thread_frame(thread)->base, count = thread->registers.count - base;
    keep_whole(&machine->looks, attempt->number);
    drop_attempt(attempt);
    attempt->pc = pc;
    attempt->depth = thread->frames.count;
    attempt->atomic = thread->section.depth;
    vector_resize(&attempt->registers, count);
    if (count)
        memcpy(attempt->registers.data, thread->registers.data + base, count * sizeof(uint64_t));
    if (!machine->terms)
        return;
    vector_resize(&attempt->terms, count);
    if (count)
        memcpy(attempt->terms.data, thread->terms.data + base, count * sizeof(Term));
}

// Whether the thread, at an edge of a loop, is still in the round, which has added to something.
static bool is_in_attempt(const Machine *machine, const Thread *thread, uint32_t pc)
{
    const Attempt *attempt = &thread->spin.attempt;
    if (!attempt->depth || !attempt->sums.count)
        return false;
    return thread->frames.count > attempt->depth ||
           facts_is_inside(machine->options->facts, frame_function(machine, thread_frame(thread)), pc, attempt->pc);
}

static bool is_undone(const Attempt *attempt)
{
    for (uint32_t i = 0; i < attempt->sums.count; i++)
        if (attempt->sums.data[i].sum)
            return false;
    return true;
}

// Whether the thread stands as at the beginning: all registers that matter at the back edge are the same.
static bool stands_as_before(const Machine *machine, const Thread *thread, uint32_t pc)
{
    const Attempt *attempt = &thread->spin.attempt;
    const BackEdge *edge = facts_back_edge(machine->options->facts, frame_function(machine, thread_frame(thread)), pc);
    uint32_t base = thread_frame(thread)->base;
    if (!edge || attempt->registers.count != thread->registers.count - base)
        return false;
    for (uint32_t i = 0; i < edge->live.count; i++) {
        uint32_t index = edge->live.data[i];
        if (attempt->registers.data[index] != thread->registers.data[base + index] ||
            (machine->terms && attempt->terms.data[index] != thread->terms.data[base + index]))
            return false;
    }
    return true;
}

// Whether what the round found first is gone.
static bool has_other_chance(const Machine *machine, const Attempt *attempt)
{
    for (uint32_t i = 0; i < attempt->sums.count; i++) {
        const AttemptSum *sum = &attempt->sums.data[i];
        if (memory_check(&machine->memory, sum->address, sum->size, false) == FAULT_NONE &&
            memory_read_word(&machine->memory, sum->address, sum->size) != sum->found)
            return true;
    }
    return false;
}

// Whether something that the round has seen is there no more.
static bool is_out_of_date(const Machine *machine, const Attempt *attempt)
{
    for (uint32_t i = 0; i < attempt->looks.count; i++) {
        const AttemptLook *look = &attempt->looks.data[i];
        if (memory_check(&machine->memory, look->address, look->size, false) == FAULT_NONE &&
            memory_read_word(&machine->memory, look->address, look->size) != look->value)
            return true;
    }
    return false;
}

static bool is_asked_for(const Machine *machine)
{
    return machine->options->drop_undone && machine->options->facts && !machine->weak &&
           !program_has_interrupts(machine->program);
}

void attempt_enter_loop(Machine *machine, Thread *thread, uint32_t pc)
{
    const Attempt *attempt = &thread->spin.attempt;
    bool again = attempt->pc == pc && attempt->depth == thread->frames.count;
    if (is_asked_for(machine) && (again || !is_in_attempt(machine, thread, pc)))
        begin_attempt(machine, thread, pc);
}

void attempt_leave_call(Machine *machine, Thread *thread)
{
    keep_whole(&machine->looks, thread->spin.attempt.number);
    drop_attempt(&thread->spin.attempt);
}

bool attempt_ends_in_vain(Machine *machine, Thread *thread, uint32_t pc)
{
    const Attempt *attempt = &thread->spin.attempt;
    if (!is_asked_for(machine))
        return false;
    bool own = attempt->depth == thread->frames.count && attempt->pc == pc;
    if (!own && is_in_attempt(machine, thread, pc))
        return false;
    bool same =
        own && !attempt->spoiled && attempt->atomic == thread->section.depth && stands_as_before(machine, thread, pc);
    bool looked = same && !attempt->sums.count && is_out_of_date(machine, attempt);
    bool undone = same && attempt->number && machine->looks.attempts[attempt->number - 1].state == ATTEMPT_OPEN &&
                  is_undone(attempt) && has_other_chance(machine, attempt);
    bool vain = undone && undo(&machine->looks, attempt->number);
    if (undone)
        thread->spin.attempt.number = 0; // it is left to those that have looked at it
    begin_attempt(machine, thread, pc);
    return looked || vain;
}

// Whether the access has left what was there; an attempt to exchange that fails is an update in some runs.
static bool is_look(const Event *event)
{
    return event->kind == EVENT_read ||
           (event->kind == EVENT_update && event->value == event->previous && !event->term);
}

static void note_look(Attempt *attempt, const Event *event)
{
    if (!attempt->depth)
        return;
    if (event->term || event->content || attempt->looks.count == ATTEMPT_LOOKS)
        attempt->spoiled = true;
    else
        vector_push(&attempt->looks, ((AttemptLook){event->address, event->size, event->value}));
}

void attempt_note_update(Machine *machine, Thread *thread, const Event *event)
{
    Attempt *attempt = &thread->spin.attempt;
    if (!attempt->depth || is_look(event))
        return;
    uint32_t i = 0;
    while (i < attempt->sums.count && attempt->sums.data[i].address != event->address)
        i++;
    if (i == attempt->sums.count)
        vector_push(&attempt->sums,
                    ((AttemptSum){.address = event->address, .size = event->size, .found = event->previous}));
    if (!attempt->number && !(attempt->number = open_number(&machine->looks)))
        attempt->spoiled = true;
    AttemptSum *sum = &attempt->sums.data[i];
    attempt->spoiled |= sum->size != event->size || event->term || event->content;
    sum->sum = (sum->sum + event->value - event->previous) & width_mask(event->size * 8);
}

static bool is_touched(const Attempt *attempt, const Event *event)
{
    for (uint32_t i = 0; i < attempt->sums.count; i++) {
        const AttemptSum *sum = &attempt->sums.data[i];
        if (sum->sum && sum->address < event->address + event->size && event->address < sum->address + sum->size)
            return true;
    }
    return false;
}

void attempt_note_access(Machine *machine, uint32_t by, const Event *event)
{
    if (!is_asked_for(machine) || event->sums)
        return;
    if (is_look(event))
        note_look(&machine->threads.data[by]->spin.attempt, event);
    uint32_t looker = machine->threads.data[by]->spin.attempt.number;
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        const Attempt *attempt = &machine->threads.data[i]->spin.attempt;
        if (i == by || !attempt->number || !is_touched(attempt, event))
            continue;
        if (looker && machine->looks.attempts[looker - 1].state == ATTEMPT_OPEN)
            machine->looks.attempts[attempt->number - 1].by |= (uint32_t)1 << (looker - 1);
        else if (machine->looks.attempts[attempt->number - 1].state == ATTEMPT_OPEN)
            keep(&machine->looks, attempt->number - 1);
    }
}
