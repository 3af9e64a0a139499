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
// Where a loop is entered with the same update with which it is gone round again, a round begins before an update and ends before
// the next one. There the thread stands as at its beginning if the two do the same and what they go on with is the same
// (analysis/retries.c): where it stands in the code is all that tells them apart.
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
    attempt->sums.count = attempt->looks.count = attempt->words.count = attempt->terms.count = 0;
    attempt->depth = attempt->number = 0;
    attempt->how = 0;
    attempt->spoiled = false;
}

static void begin_attempt(Machine *machine, Thread *thread, uint32_t pc, uint64_t how, const uint32_t *registers,
                          uint32_t count)
{
    Attempt *attempt = &thread->spin.attempt;
    uint32_t base = thread_frame(thread)->base;
    keep_whole(&machine->looks, attempt->number);
    drop_attempt(attempt);
    attempt->pc = pc;
    attempt->how = how;
    attempt->depth = thread->frames.count;
    attempt->atomic = thread->section.depth;
    for (uint32_t i = 0; i < count; i++) {
        bool is_result = registers[i] == RETRY_RESULT;
        vector_push(&attempt->words, is_result ? 0 : thread->registers.data[base + registers[i]]);
        if (machine->terms)
            vector_push(&attempt->terms, is_result ? NO_TERM : thread->terms.data[base + registers[i]]);
    }
}

static const BackEdge *back_edge_at(const Machine *machine, const Thread *thread, uint32_t pc)
{
    return facts_back_edge(machine->options->facts, frame_function(machine, thread_frame(thread)), pc);
}

static void begin_round(Machine *machine, Thread *thread, uint32_t pc)
{
    const BackEdge *edge = back_edge_at(machine, thread, pc);
    if (edge)
        begin_attempt(machine, thread, pc, 0, edge->live.data, edge->live.count);
    else
        attempt_leave_call(machine, thread);
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

// Whether the thread stands as at the beginning: all registers that matter hold the same.
static bool stands_as_before(const Machine *machine, const Thread *thread, const uint32_t *registers, uint32_t count)
{
    const Attempt *attempt = &thread->spin.attempt;
    uint32_t base = thread_frame(thread)->base;
    bool same = attempt->words.count == count && attempt->atomic == thread->section.depth;
    for (uint32_t i = 0; i < count && same; i++) {
        bool is_result = registers[i] == RETRY_RESULT;
        same = attempt->words.data[i] == (is_result ? 0 : thread->registers.data[base + registers[i]]) &&
               (!machine->terms ||
                attempt->terms.data[i] == (is_result ? NO_TERM : thread->terms.data[base + registers[i]]));
    }
    return same;
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

// Whether the loop is gone round by an update with which the attempt began: then that is where a round ends.
static bool ends_with_update(const Thread *thread, uint32_t pc)
{
    const Attempt *attempt = &thread->spin.attempt;
    return attempt->how && attempt->depth == thread->frames.count && attempt->pc == pc;
}

void attempt_enter_loop(Machine *machine, Thread *thread, uint32_t pc)
{
    const Attempt *attempt = &thread->spin.attempt;
    bool again = attempt->pc == pc && attempt->depth == thread->frames.count;
    if (is_asked_for(machine) && !ends_with_update(thread, pc) && (again || !is_in_attempt(machine, thread, pc)))
        begin_round(machine, thread, pc);
}

void attempt_leave_call(Machine *machine, Thread *thread)
{
    keep_whole(&machine->looks, thread->spin.attempt.number);
    drop_attempt(&thread->spin.attempt);
}

// Whether a round that has come back to where it began was taken back.
static bool is_taken_back(Machine *machine, Thread *thread)
{
    Attempt *attempt = &thread->spin.attempt;
    bool undone = attempt->number && machine->looks.attempts[attempt->number - 1].state == ATTEMPT_OPEN &&
                  is_undone(attempt) && has_other_chance(machine, attempt);
    bool vain = undone && undo(&machine->looks, attempt->number);
    if (undone)
        attempt->number = 0; // it is left to those that have looked at it
    return vain;
}

bool attempt_ends_in_vain(Machine *machine, Thread *thread, uint32_t pc)
{
    const Attempt *attempt = &thread->spin.attempt;
    if (!is_asked_for(machine) || ends_with_update(thread, pc))
        return false;
    bool own = attempt->depth == thread->frames.count && attempt->pc == pc;
    if (!own && is_in_attempt(machine, thread, pc))
        return false;
    const BackEdge *edge = back_edge_at(machine, thread, pc);
    bool same =
        own && edge && !attempt->spoiled && stands_as_before(machine, thread, edge->live.data, edge->live.count);
    bool looked = same && !attempt->sums.count && is_out_of_date(machine, attempt);
    bool vain = same && is_taken_back(machine, thread);
    begin_round(machine, thread, pc);
    return looked || vain;
}

bool attempt_repeats_in_vain(Machine *machine, Thread *thread)
{
    if (!is_asked_for(machine))
        return false;
    const Frame *frame = thread_frame(thread);
    const Retry *retry = facts_retry(machine->options->facts, frame_function(machine, frame), frame->pc);
    if (!retry)
        return false;
    bool own = ends_with_update(thread, retry->edge);
    if (!own && is_in_attempt(machine, thread, retry->edge))
        return false;
    bool same = own && !thread->spin.attempt.spoiled && thread->spin.attempt.how == retry->how &&
                stands_as_before(machine, thread, retry->registers.data, retry->registers.count);
    bool vain = same && is_taken_back(machine, thread);
    begin_attempt(machine, thread, retry->edge, retry->how, retry->registers.data, retry->registers.count);
    return vain;
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
