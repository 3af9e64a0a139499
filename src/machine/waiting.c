// Waiting loops. A round of a loop goes from one pass over its back edge to the next. If in a round the thread changed
// nothing, neither memory nor a register that is still read, then it stands where it stood before; and if what it read
// still has the value it read, another round would be the same: the thread waits until one of these values changes.
//
// A round that changed nothing has no effect on anybody, and an execution without it is just as good. So it is void
// once the thread goes on: the event `retry` takes its events back, and everything that tells where the thread is on
// its way (the index of its next event, the conditions it has met and told, the terms of what it computed) is again
// what it was when the round began. Otherwise "stayed k times in the loop" would be a path of its own for each k.
//
// Whether a round is void must depend on the thread's path alone, not on what others do meanwhile: the same path has
// the same events in every run. In a symbolic run the values that did not change may be terms, so it is a branch
// whether they are equal.
//
// That a thread waits is a matter of its path, too: at the same back edge, after the same events, in every run. When a
// loop comes under watch because it has gone round for long is not, but then it makes no events.
//
// Waits on condition variables come in rounds, too: a wait ends without a signal, the thread takes the mutex, finds
// that what it waits for has not happened, and waits again. If it changed nothing meanwhile, it stands where it stood;
// and a second wake-up without a signal is of no use: the thread could have stayed away from the mutex from the first
// one on, and nobody would have noticed. (A signal that came in between found it awake either way, or took another.) So
// such a wait ends only by a signal or its time limit, and the rounds of a loop come to an end. Somebody who tries to
// take the mutex without waiting for it would notice: in programs that may do so every round counts.
#include <string.h>

#include "base/fail.h"
#include "machine/symbolic.h"

void thread_set_watch(Machine *machine, const Thread *thread)
{
    bool watched = thread_is_watched(thread);
    if (watched && !machine->memory.uncached)
        memory_forget_translations(&machine->memory);
    machine->memory.uncached = watched;
}

enum { WATCHED_EDGES = 3 }; // the first begins a round

void thread_watch_yield(Machine *machine, Thread *thread)
{
    if (!thread->spin_probe)
        thread->spin_probe = WATCHED_EDGES;
    thread_set_watch(machine, thread);
}

void thread_watch_long(Machine *machine, Thread *thread)
{
    if (!thread->spin_long)
        thread->spin_long = WATCHED_EDGES;
    thread_set_watch(machine, thread);
}

bool thread_spin_over(const Machine *machine, const Thread *thread)
{
    for (uint32_t i = 0; i < thread->spin_reads.count; i++) {
        const SpinRead *read = &thread->spin_reads.data[i];
        // Memory that is gone ends the wait: the thread must run into it.
        if (memory_check(&machine->memory, read->address, read->size, false) != FAULT_NONE ||
            memory_read_word(&machine->memory, read->address, read->size) != read->value)
            return true;
        // The same value by chance: with other inputs it would be another.
        if (!machine->options->symbolic_reads && access_content(machine, read->address, read->size) != read->content)
            return true;
    }
    return false;
}

// The registers that matter at the back edge; NULL: all.
static const BackEdge *find_live(const Machine *machine, const Thread *thread, uint32_t pc)
{
    const Function *function = thread_frame(thread)->function;
    if (!machine->options->facts)
        return NULL;
    return facts_back_edge(machine->options->facts, (uint32_t)(function - machine->program->functions.data), pc);
}

static bool same_registers(const Thread *thread, const BackEdge *edge, const uint64_t *registers, uint32_t count)
{
    if (!edge)
        return !memcmp(thread->spin_registers.data, registers, count * sizeof *registers);
    for (uint32_t i = 0; i < edge->live.count; i++)
        if (thread->spin_registers.data[edge->live.data[i]] != registers[edge->live.data[i]])
            return false;
    return true;
}

static Term same_value(TermTable *terms, Value before, Value after)
{
    if (!before.term && !after.term)
        return term_boolean(terms, before.word == after.word);
    uint32_t width = before.term ? term_width(terms, before.term) : 1;
    if (after.term && term_width(terms, after.term) > width)
        width = term_width(terms, after.term);
    if ((!before.term && before.word & ~width_mask(width)) || (!after.term && after.word & ~width_mask(width)))
        width = 64;
    return term_equal(terms, symbolic_fit(terms, symbolic_value(terms, before, width), width),
                      symbolic_fit(terms, symbolic_value(terms, after, width), width));
}

// The condition under which the round changed nothing.
static Term nothing_changed(const Machine *machine, const Thread *thread, const BackEdge *edge, uint32_t count)
{
    TermTable *terms = machine->terms;
    uint32_t base = thread_frame(thread)->base;
    Term all = thread->spin_same ? thread->spin_same : term_boolean(terms, true);
    for (uint32_t i = 0; i < (edge ? edge->live.count : count); i++) {
        uint32_t index = edge ? edge->live.data[i] : i;
        Value before = {thread->spin_registers.data[index], thread->spin_terms.data[index]};
        Value after = {thread->registers.data[base + index], thread->terms.data[base + index]};
        all = term_and(terms, all, same_value(terms, before, after));
    }
    return all;
}

static void tell_whether_same(Machine *machine, Thread *thread, Term same, bool holds)
{
    if (term_is_constant(machine->terms, same)) {
        CHECK(term_is_true(machine->terms, same) == holds);
        return;
    }
    Term lie = term_not(machine->terms, same);
    Way other = {WAY_UNSEEN, holds ? lie : same};
    symbolic_branch(
        machine, thread,
        &(Fork){.taken = holds ? same : lie, .selector = same, .selected = holds, .others = &other, .count = 1});
}

static void begin_round(const Machine *machine, Thread *thread, uint32_t pc)
{
    const Frame *frame = thread_frame(thread);
    uint32_t count = thread->registers.count - frame->base;
    thread->spin_pc = pc;
    thread->spin_depth = thread->frames.count;
    thread->spin_atomic = thread->atomic_depth;
    thread->spin_marked = thread->spin_seen != 0;
    thread->spin_probed = thread->spin_probe != 0;
    thread->spin_watched = thread_is_watched(thread);
    thread->wait_changed |= thread->spin_dirty;
    thread->spin_dirty = thread->spin_changed = thread->spin_waited = false;
    thread->spin_seen = 0;
    thread->spin_reads.count = thread->spin_writes.count = 0;
    thread->spin_same = NO_TERM;
    vector_resize(&thread->spin_registers, count);
    if (count)
        memcpy(thread->spin_registers.data, thread->registers.data + frame->base, count * sizeof(uint64_t));
    thread->spin_start =
        (RoundStart){.event_count = thread->event_count, .made = thread->made, .decided = thread->decided};
    if (!machine->terms)
        return;
    vector_resize(&thread->spin_terms, count);
    if (count)
        memcpy(thread->spin_terms.data, thread->terms.data + frame->base, count * sizeof(Term));
    memcpy(thread->spin_start.told, thread->told, sizeof thread->told);
    thread->spin_start.told_next = thread->told_next;
}

static void take_back_terms(Machine *machine, Thread *thread)
{
    static const Term concrete[8];
    while (thread->spin_writes.count) {
        SpinWrite write = vector_pop(&thread->spin_writes);
        if (access_content(machine, write.address, write.size) != write.after)
            continue; // it is visible, and another thread has written it since
        memory_write_terms(&machine->memory, write.address, concrete, write.size);
        access_put_content(machine, write.address, write.size, write.before);
    }
    uint32_t base = thread_frame(thread)->base;
    for (uint32_t i = 0; i < thread->spin_terms.count; i++) {
        bool same = thread->registers.data[base + i] == thread->spin_registers.data[i];
        thread->terms.data[base + i] = same ? thread->spin_terms.data[i] : NO_TERM; // others are not read any more
    }
    memcpy(thread->told, thread->spin_start.told, sizeof thread->told);
    thread->told_next = thread->spin_start.told_next;
}

static void take_back_round(Machine *machine, Thread *thread)
{
    const RoundStart *start = &thread->spin_start;
    if (machine->terms)
        take_back_terms(machine, thread);
    thread->event_count = start->event_count;
    thread->decided = start->decided;
    machine_emit(machine, thread, (Event){.kind = EVENT_retry, .value = thread->made - start->made});
}

void thread_resume_round(Machine *machine, Thread *thread)
{
    if (thread->spin_void)
        take_back_round(machine, thread);
    thread->spin_resumed = true;
}

// Whether a thread whose round changed nothing waits: in every run the round before it is a reason to compare the two.
// Only a round under watch shows that all it reads is what nobody shares.
static bool may_wait(const Thread *thread)
{
    if (thread->spin_seen)
        return thread->spin_marked;
    return thread->spin_watched && (thread->spin_probed || thread->event_count == thread->spin_start.event_count);
}

static void end_watch(Machine *machine, Thread *thread)
{
    thread->spin_probe = thread->spin_long = 0;
    thread_set_watch(machine, thread);
}

Round thread_end_round(Machine *machine, Thread *thread, uint32_t pc, uint32_t counter)
{
    const Frame *frame = thread_frame(thread);
    uint32_t count = thread->registers.count - frame->base;
    uint64_t *registers = thread->registers.data + frame->base;
    uint64_t iterations = registers[counter];
    machine->iterated = true;
    thread->spin_probe -= thread->spin_probe != 0;
    thread->spin_long -= thread->spin_long != 0;
    thread_set_watch(machine, thread);
    if (thread->spin_resumed) { // back at the edge where it waited
        thread->spin_resumed = false;
        registers[counter] = 0;
        begin_round(machine, thread, pc);
        registers[counter] = iterations;
        return thread->spin_void ? ROUND_VOID : ROUND_COUNTS;
    }
    registers[counter] = 0; // the count of iterations is not part of what the program can see
    const BackEdge *edge = find_live(machine, thread, pc);
    bool comparable = !thread->spin_dirty && !thread->spin_waited && thread->spin_pc == pc &&
                      thread->spin_depth == thread->frames.count && thread->spin_atomic == thread->atomic_depth &&
                      thread->spin_registers.count == count && may_wait(thread);
    bool same = comparable && !thread->spin_changed && same_registers(thread, edge, registers, count);
    if (comparable && machine->terms)
        tell_whether_same(machine, thread, nothing_changed(machine, thread, edge, count), same);
    bool over = same && thread_spin_over(machine, thread);
    thread->spin_void = same && thread->spin_seen;
    Round round = ROUND_COUNTS;
    if (same && (!over || (thread->spin_void && machine->options->stay_waiting))) {
        thread->state = thread->spin_reads.count ? THREAD_SPINNING : THREAD_IDLE;
        end_watch(machine, thread);
        round = ROUND_WAITS;
    } else {
        if (thread->spin_void) {
            take_back_round(machine, thread);
            round = ROUND_VOID;
        }
        begin_round(machine, thread, pc);
    }
    registers[counter] = iterations;
    return round;
}

// --- Waits on condition variables

static void forget_wait(Thread *thread)
{
    thread->wait_frames.count = thread->wait_registers.count = thread->wait_terms.count = 0;
}

void thread_note_wait(const Machine *machine, Thread *thread)
{
    forget_wait(thread);
    thread->wait_unsignalled = false;
    if (!machine->options->rules.spurious_wakeups || machine->attempts)
        return;
    for (uint32_t i = 0; i < thread->frames.count; i++)
        vector_push(&thread->wait_frames, thread->frames.data[i]);
    for (uint32_t i = 0; i < thread->registers.count; i++)
        vector_push(&thread->wait_registers, thread->registers.data[i]);
    for (uint32_t i = 0; i < thread->terms.count; i++)
        vector_push(&thread->wait_terms, thread->terms.data[i]);
}

void thread_end_wait(Thread *thread)
{
    thread->wait_changed = thread->spin_dirty = thread->spin_changed = false;
    thread->spin_waited = true;
}

static bool has_changed(const Thread *thread)
{
    return thread->wait_changed || thread->spin_dirty;
}

// Whether the thread stands where it stood, whatever its registers hold, and has done nothing in between.
static bool is_back(const Thread *thread)
{
    if (has_changed(thread) || !thread->wait_frames.count || thread->wait_frames.count != thread->frames.count ||
        thread->wait_registers.count != thread->registers.count)
        return false;
    for (uint32_t i = 0; i < thread->frames.count; i++) {
        const Frame *before = &thread->wait_frames.data[i], *now = &thread->frames.data[i];
        if (before->function != now->function || before->pc != now->pc || before->stack_mark != now->stack_mark ||
            before->variadic != now->variadic)
            return false;
    }
    return true;
}

typedef struct RegisterPair {
    uint32_t frame, index;
} RegisterPair;

// The next register that is read again; false if there is none.
static bool next_live(const Machine *machine, const Thread *thread, RegisterPair *pair)
{
    for (; pair->frame < thread->frames.count; pair->frame++, pair->index = 0) {
        const Frame *frame = &thread->frames.data[pair->frame];
        uint32_t function = (uint32_t)(frame->function - machine->program->functions.data);
        for (; pair->index < frame->function->register_count; pair->index++)
            if (!machine->options->facts || facts_is_live(machine->options->facts, function, frame->pc, pair->index))
                return true;
    }
    return false;
}

bool thread_waits_again(const Machine *machine, const Thread *thread)
{
    if (!is_back(thread))
        return false;
    for (RegisterPair pair = {0}; next_live(machine, thread, &pair); pair.index++) {
        uint32_t index = thread->frames.data[pair.frame].base + pair.index;
        if (thread->wait_registers.data[index] != thread->registers.data[index])
            return false;
    }
    return true;
}

bool thread_tell_waits_again(Machine *machine, Thread *thread)
{
    bool again = thread_waits_again(machine, thread);
    if (!machine->terms || !is_back(thread))
        return again;
    Term same = term_boolean(machine->terms, true);
    for (RegisterPair pair = {0}; next_live(machine, thread, &pair); pair.index++) {
        uint32_t index = thread->frames.data[pair.frame].base + pair.index;
        Term term = index < thread->wait_terms.count ? thread->wait_terms.data[index] : NO_TERM;
        Value before = {thread->wait_registers.data[index], term};
        Value now = {thread->registers.data[index], thread->terms.data[index]};
        same = term_and(machine->terms, same, same_value(machine->terms, before, now));
    }
    tell_whether_same(machine, thread, same, again);
    return again;
}

uint64_t thread_hash_wait(const Thread *thread, uint64_t hash)
{
    if (!thread->wait_unsignalled || has_changed(thread))
        return hash;
    for (uint32_t i = 0; i < thread->wait_frames.count; i++)
        hash =
            hash_mix(hash ^ (uint64_t)(uintptr_t)thread->wait_frames.data[i].function) + thread->wait_frames.data[i].pc;
    hash = hash_bytes(thread->wait_registers.data, thread->wait_registers.count * sizeof(uint64_t), hash);
    return hash_bytes(thread->wait_terms.data, thread->wait_terms.count * sizeof(Term), hash);
}
