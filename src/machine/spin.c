// Waiting loops. A round of a loop goes from one pass over its back edge to the next. If in a round the thread changed
// nothing, neither memory nor a register that is still read, then it stands where it stood before; and if what it read
// still has the value it read, and what it wrote the value it wrote, which was there before, another round would be the
// same: the thread waits until one of these values changes.
//
// A round that changed nothing has no effect on anybody, and an execution without it is just as good. So it is void
// once the thread goes on: the event `retry` takes its events back, and everything that tells where the thread is on
// its way (the index of its next event, the conditions it has met and reported, the terms of what it computed) is again
// what it was when the round began. Otherwise "stayed k times in the loop" would be a path of its own for each k.
//
// Whether a round is void must depend on the thread's path alone, not on what others do meanwhile: the same path has
// the same events in every run. In a symbolic run the values that did not change may be terms, so it is a branch
// whether they are equal.
//
// A loop that counts (FLAG_COUNTS) is never one of waiting. Its rounds are part of that of the loop around it, so that
// a thread can wait for any of several things that it looks at one after the other, or spin a while between two looks.
// There the round of a loop that was left is forgotten.
//
// Calls that a round makes have returned when it ends, so what becomes of their locals is no change; and where a round
// has changed nothing, the next locals get the addresses that they would have got without it.
//
// That a thread waits is a matter of its path, too: at the same back edge, after the same events, in every run. When a
// loop comes under watch because it has gone round for long is not, but then it makes no events.
#include <string.h>

#include "base/fail.h"
#include "machine/symbolic.h"
#include "machine/weak_memory.h"

void thread_set_watch(Machine *machine, const Thread *thread)
{
    bool watched = spin_is_watched(&thread->spin);
    if (watched && !machine->memory.uncached)
        memory_forget_translations(&machine->memory);
    machine->memory.uncached = watched;
}

enum { WATCHED_EDGES = 3 }; // the first begins a round

void thread_watch_yield(Machine *machine, Thread *thread)
{
    if (!thread->spin.yield_watch)
        thread->spin.yield_watch = WATCHED_EDGES;
    thread_set_watch(machine, thread);
}

void thread_watch_long(Machine *machine, Thread *thread)
{
    if (!thread->spin.long_watch)
        thread->spin.long_watch = WATCHED_EDGES;
    thread_set_watch(machine, thread);
}

bool thread_spin_over(const Machine *machine, const Thread *thread)
{
    for (uint32_t i = 0; i < thread->spin.reads.count; i++) {
        const SpinRead *read = &thread->spin.reads.data[i];
        // Memory that is gone ends the wait: the thread must run into it.
        if (memory_check(&machine->memory, read->address, read->size, false) != FAULT_NONE)
            return true;
        if (machine->weak && weak_memory_is_location(machine, read->address)) {
            if (weak_memory_offers_other(machine, thread, read, false))
                return true;
            continue;
        }
        if (memory_read_word(&machine->memory, read->address, read->size) != read->value)
            return true;
        // The same value by chance: with other inputs it would be another.
        if (!machine->options->symbolic_reads && access_content(machine, read->address, read->size) != read->content)
            return true;
    }
    return false;
}

bool thread_could_leave_spin(const Machine *machine, const Thread *thread)
{
    for (uint32_t i = 0; machine->weak && i < thread->spin.reads.count; i++) {
        const SpinRead *read = &thread->spin.reads.data[i];
        if (weak_memory_is_location(machine, read->address) && weak_memory_offers_other(machine, thread, read, true))
            return true;
    }
    return thread_spin_over(machine, thread);
}

// The registers that matter at the back edge; NULL: all.
static const BackEdge *find_live(const Machine *machine, const Thread *thread, uint32_t pc)
{
    if (!machine->options->facts)
        return NULL;
    return facts_back_edge(machine->options->facts, frame_function(machine, thread_frame(thread)), pc);
}

static bool same_registers(const Thread *thread, const BackEdge *edge, const uint64_t *registers, uint32_t count)
{
    if (!edge)
        return !memcmp(thread->spin.registers.data, registers, count * sizeof *registers);
    for (uint32_t i = 0; i < edge->live.count; i++)
        if (thread->spin.registers.data[edge->live.data[i]] != registers[edge->live.data[i]])
            return false;
    return true;
}

Term thread_same_value(TermTable *terms, Value before, Value after)
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
    Term all = thread->spin.same ? thread->spin.same : term_boolean(terms, true);
    for (uint32_t i = 0; i < (edge ? edge->live.count : count); i++) {
        uint32_t index = edge ? edge->live.data[i] : i;
        Value before = {thread->spin.registers.data[index], thread->spin.terms.data[index]};
        Value after = {thread->registers.data[base + index], thread->terms.data[base + index]};
        all = term_and(terms, all, thread_same_value(terms, before, after));
    }
    return all;
}

void thread_report_whether_same(Machine *machine, Thread *thread, Term same, bool holds)
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

static void begin_round(Machine *machine, Thread *thread, uint32_t pc)
{
    const Frame *frame = thread_frame(thread);
    uint32_t count = thread->registers.count - frame->base;
    thread->spin.pc = pc;
    thread->spin.depth = thread->frames.count;
    thread->spin.atomic = thread->section.depth;
    thread->spin.marked = thread->spin.seen != 0;
    thread->spin.probed = thread->spin.yield_watch != 0;
    thread->spin.watched = spin_is_watched(&thread->spin);
    thread->last_wait.changed |= spin_has_effect(&thread->spin);
    thread->spin.changed = thread->spin.waited = thread->spin.failed = false;
    thread->spin.seen = thread->spin.effects = 0;
    thread->spin.reads.count = thread->spin.writes.count = 0;
    thread->spin.same = NO_TERM;
    vector_resize(&thread->spin.registers, count);
    if (count)
        memcpy(thread->spin.registers.data, thread->registers.data + frame->base, count * sizeof(uint64_t));
    thread->spin.generation = memory_stack_generation(&machine->memory, layout_stack_region(thread->id));
    thread->spin.start = thread->path;
    if (machine->weak)
        weak_memory_begin_round(machine, thread);
    if (!machine->terms)
        return;
    vector_resize(&thread->spin.terms, count);
    if (count)
        memcpy(thread->spin.terms.data, thread->terms.data + frame->base, count * sizeof(Term));
}

static void take_back_terms(Machine *machine, Thread *thread)
{
    static const Term concrete[8];
    while (thread->spin.writes.count) {
        SpinWrite write = vector_pop(&thread->spin.writes);
        if (access_content(machine, write.address, write.size) != write.after)
            continue; // it is visible, and another thread has written it since
        memory_write_terms(&machine->memory, write.address, concrete, write.size);
        access_put_content(machine, write.address, write.size, write.before);
    }
    uint32_t base = thread_frame(thread)->base;
    for (uint32_t i = 0; i < thread->spin.terms.count; i++) {
        bool same = thread->registers.data[base + i] == thread->spin.registers.data[i];
        thread->terms.data[base + i] = same ? thread->spin.terms.data[i] : NO_TERM; // others are not read any more
    }
}

static void take_back_round(Machine *machine, Thread *thread)
{
    uint32_t made = thread->path.made;
    if (machine->terms)
        take_back_terms(machine, thread);
    if (machine->weak)
        weak_memory_take_back_round(machine, thread);
    thread->path = thread->spin.start;
    thread->path.made = made;
    machine_emit(machine, thread, (Event){.kind = EVENT_retry, .value = made - thread->spin.start.made});
}

void thread_resume_round(Machine *machine, Thread *thread)
{
    if (thread->spin.is_void)
        take_back_round(machine, thread);
    if (machine->weak && thread->spin.is_void && thread->spin.reads.count == 1)
        weak_memory_expect_new(machine, thread);
    thread->spin.resumed = true;
}

void thread_leave_round(Machine *machine, Thread *thread)
{
    if (thread->state == THREAD_SPINNING && thread->spin.is_void)
        take_back_round(machine, thread);
    Spin empty = {.reads = thread->spin.reads,
                  .registers = thread->spin.registers,
                  .terms = thread->spin.terms,
                  .writes = thread->spin.writes,
                  .attempt = thread->spin.attempt};
    thread->spin = empty; // but for the room
    thread->spin.reads.count = thread->spin.registers.count = 0;
    thread->spin.terms.count = thread->spin.writes.count = 0;
    thread_set_watch(machine, thread);
}

// Whether a thread whose round changed nothing waits: in every run the round before it is a reason to compare the two.
// Only a round under watch shows that all it reads is what nobody shares.
static bool may_wait(const Thread *thread)
{
    if (thread->spin.seen)
        return thread->spin.marked;
    return thread->spin.watched && (thread->spin.probed || thread->path.event_count == thread->spin.start.event_count);
}

static void end_watch(Machine *machine, Thread *thread)
{
    thread->spin.yield_watch = thread->spin.long_watch = 0;
    thread_set_watch(machine, thread);
}

bool thread_is_passing_local(const Machine *machine, const Thread *thread, uint64_t address)
{
    return thread_is_in_call_of_round(thread) &&
           memory_is_above_mark(&machine->memory, layout_stack_region(thread->id),
                                thread->frames.data[thread->spin.depth].stack_mark, address) &&
           !access_is_visible(machine, address);
}

// Whether the thread has left the loop whose round it remembers; it is at the back edge of another one.
static bool has_left_loop(const Machine *machine, const Thread *thread, uint32_t pc)
{
    if (!thread->spin.depth)
        return true;
    return thread->spin.depth == thread->frames.count && machine->options->facts &&
           !facts_is_inside(machine->options->facts, frame_function(machine, thread_frame(thread)), pc,
                            thread->spin.pc);
}

// The one back edge of a loop that does not count; NULL: there are several, or none is known.
static const BackEdge *find_only_edge(const Machine *machine, const Function *function, uint32_t loop)
{
    const Facts *facts = machine->options->facts;
    const BackEdge *found = NULL;
    for (uint32_t i = 0; facts && i < facts->loops[function - machine->program->functions.data].edges.count; i++) {
        const BackEdge *edge = &facts->loops[function - machine->program->functions.data].edges.data[i];
        if (edge->header != function->loops[loop].header)
            continue;
        if (found || function->instructions[edge->instruction].flags & FLAG_COUNTS)
            return NULL;
        found = edge;
    }
    return found;
}

// Where memory is weak a read may miss what was written long ago, so that a loop which need not wait is often gone round
// once: that is to be seen in the first round. One that is inside a loop which may wait itself is left to that.
void thread_enter_loop(Machine *machine, Thread *thread, uint32_t loop)
{
    const BackEdge *edge = find_only_edge(machine, thread_frame(thread)->function, loop);
    if (edge)
        attempt_enter_loop(machine, thread, edge->instruction);
    if (!edge || !machine->weak)
        return;
    bool again = thread->spin.pc == edge->instruction && thread->spin.depth == thread->frames.count;
    if (thread->spin.registers.count && !again && !has_left_loop(machine, thread, edge->instruction))
        return;
    begin_round(machine, thread, edge->instruction);
    thread->spin.marked = true;
}

void thread_pass_counting_edge(Machine *machine, Thread *thread, uint32_t pc)
{
    if (has_left_loop(machine, thread, pc))
        thread->spin.registers.count = thread->spin.terms.count = 0;
    if (!thread->spin.long_watch || --thread->spin.long_watch)
        return;
    thread_set_watch(machine, thread);
    thread->spin.watched &= spin_is_watched(&thread->spin);
}

Round thread_end_round(Machine *machine, Thread *thread, uint32_t pc)
{
    const Frame *frame = thread_frame(thread);
    uint32_t count = thread->registers.count - frame->base;
    uint64_t *registers = thread->registers.data + frame->base;
    machine->step.iterated = true;
    thread->spin.yield_watch -= thread->spin.yield_watch != 0;
    thread->spin.long_watch -= thread->spin.long_watch != 0;
    thread_set_watch(machine, thread);
    if (thread->spin.resumed) { // back at the edge where it waited
        thread->spin.resumed = false;
        begin_round(machine, thread, pc);
        return thread->spin.is_void ? ROUND_VOID : ROUND_COUNTS;
    }
    const BackEdge *edge = find_live(machine, thread, pc);
    bool comparable = !spin_has_effect(&thread->spin) && !thread->spin.waited && thread->spin.pc == pc &&
                      thread->spin.depth == thread->frames.count && thread->spin.atomic == thread->section.depth &&
                      thread->spin.registers.count == count && may_wait(thread) &&
                      (!machine->weak || weak_memory_is_round_unseen(machine, thread));
    bool same = comparable && !thread->spin.changed && same_registers(thread, edge, registers, count);
    if (comparable && machine->terms)
        thread_report_whether_same(machine, thread, nothing_changed(machine, thread, edge, count), same);
    if (same)
        memory_set_stack_generation(&machine->memory, layout_stack_region(thread->id), thread->spin.generation);
    if (same && thread->spin.failed)
        return ROUND_NEEDLESS;
    bool over = same && thread_spin_over(machine, thread);
    thread->spin.is_void = same && thread->spin.seen;
    Round round = ROUND_COUNTS;
    if (same && (!over || (thread->spin.is_void && machine->options->stay_waiting))) {
        thread->state = thread->spin.reads.count ? THREAD_SPINNING : THREAD_IDLE;
        end_watch(machine, thread);
        if (machine->weak && thread->spin.is_void)
            weak_memory_take_back_round(machine, thread); // while it waits nothing of it has been
        round = ROUND_WAITS;
    } else {
        if (thread->spin.is_void) {
            take_back_round(machine, thread);
            round = ROUND_VOID;
        }
        begin_round(machine, thread, pc);
    }
    return round;
}
