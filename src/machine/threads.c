// Threads: their life, the invisible work between visible operations, deadlock.
#include "machine/crowd.h"
#include "machine/state.h"
#include "machine/weak_memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/memory.h"

Thread *thread_copy(const Thread *thread)
{
    Thread *copy = memory_allocate(sizeof *copy);
    *copy = *thread;
    copy->shared.references = 1;
    copy->shared.hashed = false;
    vector_copy(&copy->frames, &thread->frames);
    vector_copy(&copy->registers, &thread->registers);
    vector_copy(&copy->terms, &thread->terms);
    vector_copy(&copy->locals, &thread->locals);
    vector_copy(&copy->held, &thread->held);
    vector_copy(&copy->held_as, &thread->held_as);
    vector_copy(&copy->once, &thread->once);
    vector_copy(&copy->last_wait.frames, &thread->last_wait.frames);
    vector_copy(&copy->last_wait.registers, &thread->last_wait.registers);
    vector_copy(&copy->last_wait.terms, &thread->last_wait.terms);
    vector_copy(&copy->spin.reads, &thread->spin.reads);
    vector_copy(&copy->spin.registers, &thread->spin.registers);
    vector_copy(&copy->spin.terms, &thread->spin.terms);
    vector_copy(&copy->spin.writes, &thread->spin.writes);
    vector_copy(&copy->spin.attempt.sums, &thread->spin.attempt.sums);
    vector_copy(&copy->spin.attempt.looks, &thread->spin.attempt.looks);
    vector_copy(&copy->spin.attempt.words, &thread->spin.attempt.words);
    vector_copy(&copy->spin.attempt.terms, &thread->spin.attempt.terms);
    vector_copy(&copy->loops.entered, &thread->loops.entered);
    return copy;
}

Thread *machine_writable_thread(Machine *machine, uint32_t id)
{
    Thread *thread = machine->threads.data[id];
    if (thread->shared.references == 1) {
        thread->shared.hashed = false;
        return thread;
    }
    thread->shared.references--;
    return machine->threads.data[id] = thread_copy(thread);
}

Thread *thread_create(Machine *machine)
{
    return thread_create_at(machine, NO_THREAD);
}

Thread *thread_create_at(Machine *machine, uint32_t place)
{
    Thread *thread = memory_allocate_zeroed(sizeof *thread);
    thread->shared.references = 1;
    thread->id = place == NO_THREAD ? machine->threads.count : place;
    thread->state = THREAD_READY;
    thread->end.joined_by = NO_THREAD;
    thread->origin.twin = NO_THREAD;
    if (place == NO_THREAD) {
        vector_push(&machine->threads, thread);
    } else {
        machine->joined_count -= machine->threads.data[place]->end.joined_by != NO_THREAD;
        thread_release(machine->threads.data[place]);
        machine->threads.data[place] = thread;
    }
    machine->live_count++;
    if (thread->id && machine->options->reached)
        atomic_store_explicit(&machine->options->reached->thread, true, memory_order_relaxed);
    machine_update_concurrency(machine);
    return thread;
}

void thread_release(Thread *thread)
{
    if (--thread->shared.references)
        return;
    vector_free(&thread->frames);
    vector_free(&thread->registers);
    vector_free(&thread->terms);
    vector_free(&thread->locals);
    vector_free(&thread->held);
    vector_free(&thread->held_as);
    vector_free(&thread->once);
    vector_free(&thread->loops.entered);
    vector_free(&thread->last_wait.frames);
    vector_free(&thread->last_wait.registers);
    vector_free(&thread->last_wait.terms);
    vector_free(&thread->spin.reads);
    vector_free(&thread->spin.registers);
    vector_free(&thread->spin.terms);
    vector_free(&thread->spin.writes);
    vector_free(&thread->spin.attempt.sums);
    vector_free(&thread->spin.attempt.looks);
    vector_free(&thread->spin.attempt.words);
    vector_free(&thread->spin.attempt.terms);
    free(thread);
}

// `at_end`: the process ends with it.
static void note_retired(Machine *machine, Thread *thread, const Object *object, bool at_end)
{
    machine->step.quiet &= !(object && object->shared);
    if (machine->weak && !at_end && object && !object->freed)
        weak_memory_end_life(machine, thread, object->base, object->size);
    if (machine->terms && machine->observer.sink && object && !object->freed &&
        (object->shared || sync_is_held_within(machine, object->base, object->size)))
        machine_emit(machine, thread,
                     (Event){.kind = EVENT_retire, .address = object->base, .size = (uint32_t)object->size});
}

// Whether this takes all that main has: with main the process ends.
static bool ends_main(const Machine *machine, const Thread *thread, uint32_t mark)
{
    const Function *start = &machine->program->functions.data[machine->program->start_function];
    return thread->frames.count == 2 && thread->frames.data[0].function == start &&
           mark == thread->frames.data[1].stack_mark;
}

void thread_release_stack(Machine *machine, Thread *thread, uint32_t mark)
{
    uint32_t region = layout_stack_region(thread->id);
    bool noted = machine->terms || machine->step.quiet || machine->weak, at_end = ends_main(machine, thread, mark);
    for (uint32_t i = mark; noted && i < memory_stack_mark(&machine->memory, region); i++)
        note_retired(machine, thread, memory_stack_object(&machine->memory, region, i), at_end);
    memory_stack_release(&machine->memory, region, mark);
}

void thread_end_life(Machine *machine, Thread *thread, uint64_t address)
{
    const Object *object = memory_find(&machine->memory, address);
    if (!object || object->freed)
        return;
    note_retired(machine, thread, object, false);
    memory_set_alive(&machine->memory, address, false);
}

Flow thread_finish(Machine *machine, Thread *thread, Value result)
{
    thread_release_stack(machine, thread, 0);
    uint32_t position = thread_position(machine, thread);
    for (uint32_t i = 0; i < thread->locals.count; i++)
        if (thread->locals.data[i]) {
            note_retired(machine, thread, memory_find(&machine->memory, thread->locals.data[i]), false);
            memory_free_object(&machine->memory, thread->locals.data[i], position);
        }
    if (machine->weak && weak_memory_end_operation(machine, thread, FLOW_NEXT) != FLOW_NEXT)
        return FLOW_END;
    access_publish(machine, thread, result.word);
    machine_emit(
        machine, thread,
        (Event){.kind = EVENT_exit, .value = result.word, .term = machine->options->local ? result.term : NO_TERM});
    attempt_leave_call(machine, thread);
    thread->state = THREAD_FINISHED;
    thread->interrupts = (Interrupts){0};
    thread->end.result = result.word;
    thread->end.term = result.term;
    thread->frames.count = 0;
    thread->registers.count = 0;
    thread->terms.count = 0;
    machine->live_count--;
    return FLOW_END;
}

// Whether a handler that interrupts the thread may use the same variable: those of the program, errno, and what is kept
// under keys. What else the models have is their own.
static bool handlers_share(const Machine *machine, const Global *global)
{
    return machine_has_interrupts(machine) && (!global->from_model || !strcmp(global->name, "__errno_location.value") ||
                                               !strcmp(global->name, "key_values"));
}

uint64_t thread_local_address(Machine *machine, Thread *thread, uint32_t id)
{
    const Global *global = &machine->program->globals.data[id];
    if (thread->locals.count < machine->program->globals.count)
        vector_resize(&thread->locals, machine->program->globals.count);
    if (thread->locals.data[id])
        return thread->locals.data[id];
    Object facts = {.kind = OBJECT_THREAD_LOCAL,
                    .shared = machine->options->rules.share_everything || handlers_share(machine, global),
                    .external = global->external,
                    .zeroed = true,
                    .owner = thread->id,
                    .variable = global->variable};
    uint64_t address = memory_add_object(&machine->memory, layout_heap_region(thread->id), global->size, facts);
    if (address && global->bytes)
        memory_write_bytes(&machine->memory, address, global->bytes, global->size);
    return thread->locals.data[id] = address;
}

uint32_t machine_mortal_owner(const Machine *machine, uint64_t address)
{
    uint64_t region = address >> machine->memory.layout.region_bits;
    if (region < REGION_THREAD || region >= machine->memory.layout.region_count)
        return NO_THREAD;
    uint32_t thread = (uint32_t)(region - REGION_THREAD) / 2;
    const Object *object = region == layout_heap_region(thread) ? memory_find(&machine->memory, address) : NULL;
    bool mortal = region == layout_stack_region(thread) || (object && object->kind == OBJECT_THREAD_LOCAL);
    return mortal ? thread : NO_THREAD;
}

static bool has_become_ready(const Machine *machine, const Thread *thread)
{
    switch (thread->state) {
    case THREAD_READY:
        return true;
    case THREAD_JOINING:
        return machine->threads.data[thread->wait.thread]->state == THREAD_FINISHED;
    case THREAD_BARRIER:
        return sync_barrier_released(machine, thread);
    case THREAD_SPINNING:
        return thread_spin_over(machine, thread) && !(thread->spin.is_void && machine->options->stay_waiting);
    default:
        return false;
    }
}

// Runs all invisible work there is, in the order of thread ids.
void machine_settle(Machine *machine)
{
    for (uint32_t i = 0; i < machine->threads.count && machine->outcome.status == MACHINE_RUNNING; i++) {
        if (!has_become_ready(machine, machine->threads.data[i]))
            continue;
        Thread *thread = machine_writable_thread(machine, i);
        if (thread->state == THREAD_SPINNING)
            thread_resume_round(machine, thread);
        thread->state = THREAD_READY;
        thread_run(machine, thread);
        i = UINT32_MAX; // another thread may have become ready: look again from the first
    }
}

// The thread that this one waits for and that must act before it can go on; NO_THREAD if there is no such.
static uint32_t awaited_thread(const Machine *machine, uint32_t id)
{
    const Thread *thread = machine->threads.data[id];
    bool may_wait = thread->state == THREAD_JOINING || thread->state == THREAD_WOKEN ||
                    (thread->state == THREAD_PENDING && event_kind_locks(thread->pending.kind));
    return may_wait && !machine_thread_could_go_on(machine, id) ? sync_blocker(machine, thread) : NO_THREAD;
}

// Whether the thread waits for one that has ended without unlocking.
static bool waits_in_vain(const Machine *machine, uint32_t id, uint32_t awaited)
{
    return machine->threads.data[awaited]->state == THREAD_FINISHED &&
           machine->threads.data[id]->state != THREAD_JOINING;
}

// Whether the thread is one of a circle of threads that wait for each other, or waits in vain: that is shown where the
// thread waits, not where others wait for it.
static bool in_wait_cycle(const Machine *machine, uint32_t start)
{
    uint32_t current = start;
    for (uint32_t steps = 0; steps <= machine->threads.count; steps++) {
        uint32_t next = awaited_thread(machine, current);
        if (next == NO_THREAD)
            return false;
        if (waits_in_vain(machine, current, next))
            return !steps;
        if (next == start)
            return true;
        current = next;
    }
    return false;
}

static void describe_cycle(const Machine *machine, uint32_t start, Text *out)
{
    uint32_t current = start;
    do {
        uint32_t next = awaited_thread(machine, current);
        text_append(out, current == start ? "" : ", ");
        machine_append_thread(current, out);
        text_append(out, " waits for ");
        machine_append_thread(next, out);
        if (waits_in_vain(machine, current, next)) {
            text_append(out, ", which has ended without unlocking");
            return;
        }
        current = next;
    } while (current != start);
}

static void describe_stuck(const Machine *machine, Text *out)
{
    bool first = true;
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        const Thread *thread = machine->threads.data[i];
        if (thread->state == THREAD_FINISHED)
            continue;
        Pending pending = machine_pending(machine, i);
        text_append(out, first ? "" : ", ");
        machine_append_thread(i, out);
        text_append(out, " waits at ");
        machine_append_position(machine, pending.position, out);
        first = false;
    }
}

bool thread_stands_above(const Machine *machine, uint32_t id, uint32_t other)
{
    const Program *program = machine->program;
    const Position *a = &program->positions.data[machine_pending(machine, id).position];
    const Position *b = &program->positions.data[machine_pending(machine, other).position];
    bool known = a->line && b->line; // else there may be no files
    int files = known ? strcmp(program->files.data[a->file], program->files.data[b->file]) : 0;
    return files ? files < 0 : a->line != b->line ? a->line < b->line : a->column < b->column;
}

// A cycle is a deadlock even while others run on.
static void check_cycles(Machine *machine)
{
    uint32_t shown = NO_THREAD;
    for (uint32_t i = 0; i < machine->threads.count; i++)
        if (in_wait_cycle(machine, i) && (shown == NO_THREAD || thread_stands_above(machine, i, shown)))
            shown = i;
    if (shown == NO_THREAD)
        return;
    Text text = {0};
    describe_cycle(machine, shown, &text);
    machine_violate(machine, machine_writable_thread(machine, shown), PROPERTY_DEADLOCK, "deadlock: %s",
                    text_string(&text));
    text_free(&text);
}

// Waiting for a thread that is itself stuck is a consequence, not the cause.
static bool shows_better(const Machine *machine, uint32_t id, uint32_t other)
{
    bool joins = machine->threads.data[id]->state == THREAD_JOINING;
    bool other_joins = machine->threads.data[other]->state == THREAD_JOINING;
    return joins != other_joins ? other_joins : thread_stands_above(machine, id, other);
}

static void check_end(Machine *machine, uint32_t last, bool checked)
{
    if (machine_thread_could_go_on(machine, last))
        return;
    bool assuming = false;
    uint32_t shown = NO_THREAD;
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        const Thread *thread = machine->threads.data[i];
        if (machine_thread_could_go_on(machine, i))
            return;
        assuming |= thread->state == THREAD_ASSUMING;
        // It could go on, but must not.
        assuming |= thread->state == THREAD_SPINNING && thread_could_leave_spin(machine, thread);
        if (thread->state != THREAD_FINISHED && thread->state != THREAD_ASSUMING && thread->state != THREAD_IDLE &&
            (shown == NO_THREAD || shows_better(machine, i, shown)))
            shown = i;
    }
    if (!assuming)
        machine_note_end(machine);
    if (assuming || (shown != NO_THREAD && !checked)) {
        machine->outcome.status = MACHINE_DISCARDED;
    } else if (shown == NO_THREAD) {
        machine->outcome.status = MACHINE_EXITED; // all that is left idles for ever
        machine->outcome.exit_status = 0;
    } else {
        Text text = {0};
        describe_stuck(machine, &text);
        machine_violate(machine, machine_writable_thread(machine, shown), PROPERTY_DEADLOCK, "no thread can go on: %s",
                        text_string(&text));
        text_free(&text);
    }
}

static void check_lone(Machine *machine, uint32_t last)
{
    uint32_t stuck = lone_find_stuck(machine, last);
    if (stuck == NO_THREAD)
        return;
    Text text = {0}, name = {0};
    machine_append_thread(last, &name);
    describe_stuck(machine, &text);
    machine_violate(machine, machine_writable_thread(machine, stuck), PROPERTY_DEADLOCK,
                    "only %s can go on, and it does the same again and again: %s", text_string(&name),
                    text_string(&text));
    text_free(&text);
    text_free(&name);
}

// Where a deadlock is reported depends on the state at_end, not on who came last: equivalent executions report the same.
void machine_check_deadlock(Machine *machine, uint32_t last)
{
    if (machine->outcome.status != MACHINE_RUNNING || machine_section_chooser(machine) != NO_THREAD)
        return;
    bool checked = (machine->options->properties & PROPERTY_BIT(PROPERTY_DEADLOCK)) != 0 && !machine->options->go_on;
    if (checked)
        check_cycles(machine);
    // Where there is a crowd, one of it may always go on.
    if (machine->outcome.status == MACHINE_RUNNING && machine_guest(machine) == NO_THREAD)
        check_end(machine, last, checked);
    if (checked && machine->outcome.status == MACHINE_RUNNING && machine_guest(machine) == NO_THREAD)
        check_lone(machine, last);
}
