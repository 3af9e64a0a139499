// Steps that change nothing: a failed attempt in a loop, after which the thread makes the same attempt again. What the
// machine remembers of the loop (spin.h, waiting.c) is not part of the state of the program, and how many events there
// were is not either. A bound on rounds counts them, so with one no step is of this kind.
#include <string.h>

#include "machine/state.h"

static bool same_frame(const Machine *machine, const Thread *before, const Thread *after, uint32_t index)
{
    const Frame *a = &before->frames.data[index], *b = &after->frames.data[index];
    if (a->function != b->function || a->pc != b->pc || a->base != b->base || a->stack_mark != b->stack_mark ||
        a->generation != b->generation || a->variadic != b->variadic || a->interrupts != b->interrupts)
        return false;
    const Facts *facts = machine->options->facts;
    uint32_t function = frame_function(machine, a);
    for (uint32_t i = 0; i < a->function->register_count; i++) {
        if (facts && !facts_is_live(facts, function, a->pc, i))
            continue;
        uint32_t place = a->base + i;
        if (before->registers.data[place] != after->registers.data[place] ||
            (machine->terms && before->terms.data[place] != after->terms.data[place]))
            return false;
    }
    return true;
}

static bool same_words(const uint64_t *a, uint32_t count, const uint64_t *b, uint32_t other)
{
    return count == other && (!count || !memcmp(a, b, count * sizeof *a));
}

// A thread that stands before an operation, as it stood before.
static bool same_thread(const Machine *machine, const Thread *before, const Thread *after)
{
    bool same = before->state == THREAD_PENDING && after->state == THREAD_PENDING &&
                before->pending.kind == after->pending.kind && before->pending.address == after->pending.address &&
                before->pending.size == after->pending.size && before->frames.count == after->frames.count &&
                before->registers.count == after->registers.count && before->section.depth == after->section.depth &&
                before->generations == after->generations && before->input_count == after->input_count &&
                same_words(before->held.data, before->held.count, after->held.data, after->held.count) &&
                same_words(before->locals.data, before->locals.count, after->locals.data, after->locals.count);
    for (uint32_t i = 0; i < before->frames.count && same; i++)
        same = same_frame(machine, before, after, i);
    return same;
}

static bool same_others(const Machine *before, const Machine *after, uint32_t thread)
{
    if (before->threads.count != after->threads.count)
        return false;
    for (uint32_t i = 0; i < before->threads.count; i++)
        if (i != thread && before->threads.data[i] != after->threads.data[i])
            return false;
    return true;
}

// Where memory is weak: the step was a round of a waiting loop for nothing, all of which is taken back. Nothing of the
// round came before the step.
static bool waits_as_before(const Machine *before, const Machine *after, uint32_t id)
{
    const Thread *first = before->threads.data[id], *second = after->threads.data[id];
    return after->outcome.status == MACHINE_RUNNING && !machine_has_interrupts(after) &&
           after->options->bounds.rounds == NO_BOUND && first->state == THREAD_PENDING &&
           second->state == THREAD_SPINNING && second->spin.is_void && second->spin.reads.count == 1 &&
           second->spin.start.event_count == first->path.event_count && after->inputs.count == before->inputs.count &&
           same_others(before, after, id);
}

bool machine_stands_still(const Machine *before, const Machine *after, uint32_t thread)
{
    if (after->weak)
        return waits_as_before(before, after, thread);
    if (after->outcome.status != MACHINE_RUNNING || !after->step.iterated || machine_has_interrupts(after) ||
        after->options->bounds.rounds != NO_BOUND || after->past.cuts != before->past.cuts ||
        after->inputs.count != before->inputs.count || after->ordered_inputs != before->ordered_inputs ||
        after->output.length != before->output.length || after->error_output.length != before->error_output.length)
        return false;
    if (!same_others(before, after, thread) ||
        !same_thread(after, before->threads.data[thread], after->threads.data[thread]))
        return false;
    for (uint32_t word = 0; word < 2; word++)
        if (memory_hash(&before->memory, word) != memory_hash(&after->memory, word))
            return false;
    return true;
}
