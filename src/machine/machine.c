// Creating, cloning and stepping machines; what they report.
#include "machine/machine.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/map.h"
#include "base/memory.h"
#include "machine/state.h"
#include "machine/symbolic.h"
#include "machine/weak_memory.h"

static const MachineOptions default_options = {
    .properties = PROPERTY_MASK_DEFAULT, .bounds = WITHOUT_BOUNDS, .instruction_limit = UINT64_MAX};

static void place_globals(Machine *machine)
{
    const Program *program = machine->program;
    for (uint32_t i = 0; i < program->globals.count; i++) {
        const Global *global = &program->globals.data[i];
        if (global->thread_local_)
            continue;
        const Facts *known = machine->options->rules.share_everything ? NULL : machine->options->facts;
        GlobalUse use = known ? known->global_uses[i] : GLOBAL_SHARED;
        Object object = {
            .kind = OBJECT_GLOBAL, .external = global->external, .zeroed = true, .variable = global->variable};
        object.hidden = use == GLOBAL_READ_ONLY;
        object.shared = !object.hidden && use == GLOBAL_SHARED; // otherwise it belongs to the main thread
        memory_place_object(&machine->memory, global->address, global->size, object);
        if (global->bytes)
            memory_write_bytes(&machine->memory, global->address, global->bytes, global->size);
        if (global->constant && !global->external)
            memory_find_writable(&machine->memory, global->address)->constant = true;
    }
}

Machine *machine_create_observed(const Program *program, const MachineOptions *options, EventSink *sink, void *context)
{
    Machine *machine = memory_allocate_zeroed(sizeof *machine);
    machine->program = program;
    machine->options = options ? options : &default_options;
    machine->terms = machine->options->terms;
    machine->observer.sink = sink;
    machine->observer.context = context;
    memory_init(&machine->memory, &program->layout);
    machine->memory.symbolic = machine->terms != NULL;
    for (uint32_t i = 0; i < program->functions.count; i++) {
        const SyncCall *sync = intrinsic_sync_call(program->functions.data[i].intrinsic);
        machine->attempts |=
            sync && sync->object == LIBRARY_TYPE_mutex && sync->action == SYNC_LOCK && sync->manner != SYNC_WAITS;
    }
    place_globals(machine);
    machine->weak = machine->options->rules.weak_memory ? weak_memory_create(&machine->options->rules) : NULL;
    Thread *thread = thread_create(machine);
    machine_update_concurrency(machine);
    static const CallOperands no_operands = {0};
    thread_call(machine, thread, &program->functions.data[program->start_function], &no_operands, 0);
    machine_settle(machine);
    twins_find(machine);
    machine_check_deadlock(machine, 0);
    return machine;
}

void machine_observe(Machine *machine, EventSink *sink, void *context)
{
    machine->observer.sink = sink;
    machine->observer.context = context;
    machine_update_concurrency(machine);
}

Machine *machine_create(const Program *program, const MachineOptions *options)
{
    return machine_create_observed(program, options, NULL, NULL);
}

Machine *machine_fork(const Machine *original)
{
    Machine *machine = memory_allocate(sizeof *machine);
    *machine = *original;
    machine->observer.sink = NULL;
    machine->observer.context = NULL;
    memory_clone(&machine->memory, &original->memory);
    weak_memory_share(machine->weak);
    vector_copy(&machine->threads, &original->threads);
    for (uint32_t i = 0; i < machine->threads.count; i++)
        machine->threads.data[i]->shared.references++;
    vector_copy(&machine->blocks, &original->blocks);
    machine->inputs.data = NULL;
    machine->inputs.count = machine->inputs.capacity = 0;
    machine->outcome.message = machine->output = machine->error_output = (Text){0};
    machine_update_concurrency(machine);
    return machine;
}

Machine *machine_clone(const Machine *original)
{
    Machine *machine = machine_fork(original);
    vector_copy(&machine->inputs, &original->inputs);
    if (original->outcome.message.length)
        text_append(&machine->outcome.message, text_string(&original->outcome.message));
    machine->outcome.violation.message = text_string(&machine->outcome.message);
    if (original->output.length)
        text_append_bytes(&machine->output, original->output.data, original->output.length);
    if (original->error_output.length)
        text_append_bytes(&machine->error_output, original->error_output.data, original->error_output.length);
    return machine;
}

Machine *machine_clone_with_terms(const Machine *original, const MachineOptions *options, EventSink *sink,
                                  void *context)
{
    CHECK(!original->terms && options->terms);
    Machine *machine = machine_clone(original);
    machine->options = options;
    machine->terms = options->terms;
    machine->memory.symbolic = true;
    machine->setup.over = true;
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        Thread *thread = machine_writable_thread(machine, i);
        vector_resize(&thread->terms, thread->registers.count);
        vector_resize(&thread->last_wait.terms, thread->last_wait.registers.count);
        vector_resize(&thread->spin.terms, thread->spin.registers.count);
    }
    machine_observe(machine, sink, context);
    return machine;
}

void machine_free(Machine *machine)
{
    if (!machine)
        return;
    for (uint32_t i = 0; i < machine->threads.count; i++)
        thread_release(machine->threads.data[i]);
    vector_free(&machine->threads);
    vector_free(&machine->inputs);
    vector_free(&machine->blocks);
    memory_release(&machine->memory);
    weak_memory_release(machine->weak);
    text_free(&machine->outcome.message);
    text_free(&machine->output);
    text_free(&machine->error_output);
    free(machine);
}

static uint32_t frame_position(const Machine *machine, const Frame *frame)
{
    uint32_t position = frame->function->positions[frame->pc];
    return machine->program->positions.data[position].line ? position : frame->function->position;
}

uint32_t thread_position(const Machine *machine, const Thread *thread)
{
    for (uint32_t i = thread->frames.count; i-- > 0;)
        if (!thread->frames.data[i].function->from_model)
            return frame_position(machine, &thread->frames.data[i]);
    return 0;
}

static uint32_t model_instruction(const Machine *machine, const Thread *thread)
{
    const Frame *frame = thread->frames.count ? thread_frame(thread) : NULL;
    return frame && frame->function->from_model ? (frame_function(machine, frame) << 16 ^ frame->pc) + 1 : 0;
}

void machine_append_position(const Machine *machine, uint32_t id, Text *out)
{
    const Position *position = &machine->program->positions.data[id];
    if (position->line)
        text_format(out, "%s:%u", machine->program->files.data[position->file], position->line);
    else
        text_append(out, "an unknown place");
}

void machine_append_thread(uint32_t thread, Text *out)
{
    if (thread)
        text_format(out, "thread %u", thread);
    else
        text_append(out, "main");
}

void machine_note_mark(const Machine *machine, const Thread *thread, Mark mark)
{
    Reached *reached = machine->options->reached;
    if (!reached || machine->probe)
        return;
    if (mark >= MARK_COVERED)
        atomic_fetch_add_explicit(&reached->visits[mark - MARK_COVERED], 1, memory_order_relaxed);
    else if (mark == MARK_ASSERTION)
        atomic_store_explicit(&reached->assertion, true, memory_order_relaxed);
    else
        reached_note_weak_order(reached, thread_position(machine, thread));
}

void machine_note_atomic(const Machine *machine, const Thread *thread)
{
    if (machine->options->reached && !machine->probe)
        reached_note_atomic(machine->options->reached, thread_position(machine, thread));
}

void machine_note_end(const Machine *machine)
{
    if (machine->options->reached)
        atomic_store_explicit(&machine->options->reached->end, true, memory_order_relaxed);
}

Flow machine_stop_thread(Machine *machine, Thread *thread)
{
    thread->state = THREAD_ASSUMING;
    if (!thread->section.depth || machine->probe)
        return FLOW_STOP;
    machine->outcome.status = MACHINE_DISCARDED; // nobody comes in between
    return FLOW_END;
}

// A library function that the thread was given to run, or runs at its end, is called from nowhere in the program. Then
// what led there is shown: where the thread left the program, or was created.
static uint32_t place_of_violation(const Machine *machine, const Thread *thread)
{
    uint32_t position = thread_position(machine, thread);
    if (machine->program->positions.data[position].line)
        return position;
    return machine->program->positions.data[thread->origin.left_at].line ? thread->origin.left_at : thread->origin.site;
}

static Flow violate(Machine *machine, Thread *thread, Event event, const char *format, va_list arguments)
{
    machine->step.quiet = false;
    event.position = place_of_violation(machine, thread);
    if (machine->probe)
        probe_note_violation(machine, event.property);
    bool asked = (machine->options->properties & PROPERTY_BIT(event.property)) != 0;
    // Who tries other orders has to know that there might have been something here.
    if (!asked && (machine->options->go_on || machine->options->input_symbols) && !machine->probe)
        machine_emit(machine, thread, event);
    if (!asked)
        return machine_stop_thread(machine, thread);
    char buffer[512];
    vsnprintf(buffer, sizeof buffer, format, arguments);
    text_clear(&machine->outcome.message);
    text_append(&machine->outcome.message, buffer);
    machine->outcome.violation = (Violation){.property = event.property,
                                             .thread = thread->id,
                                             .position = event.position,
                                             .message = text_string(&machine->outcome.message)};
    machine_emit(machine, thread, event);
    if (machine->options->go_on && !machine->probe)
        return machine_stop_thread(machine, thread);
    machine->outcome.status = MACHINE_VIOLATION;
    return FLOW_END;
}

Flow machine_violate(Machine *machine, Thread *thread, Property property, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    Flow flow = violate(machine, thread, (Event){.kind = EVENT_violation, .property = property}, format, arguments);
    va_end(arguments);
    return flow;
}

Flow machine_violate_because(Machine *machine, Thread *thread, Property property, Cause cause, uint64_t object,
                             const char *format, ...)
{
    Event event = {.kind = EVENT_violation, .property = property, .address = object, .cause = cause};
    va_list arguments;
    va_start(arguments, format);
    Flow flow = violate(machine, thread, event, format, arguments);
    va_end(arguments);
    return flow;
}

Flow machine_give_up(Machine *machine, Thread *thread, const char *format, ...)
{
    char buffer[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    text_clear(&machine->outcome.message);
    text_append(&machine->outcome.message, buffer);
    uint32_t position = thread_position(machine, thread);
    if (machine->program->positions.data[position].line) {
        text_append(&machine->outcome.message, " at ");
        machine_append_position(machine, position, &machine->outcome.message);
    }
    machine->outcome.status = MACHINE_UNKNOWN;
    return FLOW_END;
}

Term machine_content(const Machine *machine, uint64_t address, uint32_t size)
{
    Term content = access_content(machine, address, size);
    return content ? content
                   : term_constant(machine->terms, size * 8, memory_read_word(&machine->memory, address, size));
}

void machine_join_events(Thread *thread)
{
    thread->section.events = EVENTS_TOGETHER;
}

void machine_part_events(Thread *thread)
{
    thread->section.events = EVENTS_APART;
}

void machine_count_silently(Machine *machine, Thread *thread)
{
    thread->path.event_count++;
    machine->event_count++;
    machine->setup.events++;
}

void machine_emit(Machine *machine, Thread *thread, Event event)
{
    if (machine->setup.active && event_kind_accesses(event.kind)) {
        machine_count_silently(machine, thread);
        return;
    }
    if (event_kind_accesses(event.kind))
        attempt_note_access(machine, thread->id, &event);
    guards_check(machine, thread, &event);
    twins_check(machine, thread, &event);
    event.thread = thread->id;
    event.index = thread->path.event_count;
    thread->path.made++;
    if (event_kind_counts(event.kind)) {
        machine->step.row += event.kind != EVENT_create && event.kind != EVENT_start;
        machine->step.quiet &= event.kind == EVENT_yield;
        thread->path.event_count++;
        machine->event_count++;
        event.together = thread->section.events == EVENTS_TOGETHER_BEGUN;
        if (thread->section.events == EVENTS_TOGETHER)
            thread->section.events = EVENTS_TOGETHER_BEGUN;
    }
    if (machine->probe)
        probe_note_event(machine, event.kind);
    if (machine->weak)
        weak_memory_note(machine, thread, &event);
    if (!machine->observer.sink)
        return;
    if (!event.position) // that of a check may be elsewhere
        event.position = thread_position(machine, thread);
    event.code = model_instruction(machine, thread);
    if (event.kind != EVENT_create && event.kind != EVENT_join && event.kind != EVENT_signal &&
        event.kind != EVENT_broadcast && event.kind != EVENT_detach && event.kind != EVENT_interrupt)
        event.other = NO_THREAD;
    machine->observer.sink(machine->observer.context, machine, &event);
}

Value machine_read_input(Machine *machine, Thread *thread, const char *name, InputOrigin origin, uint32_t bits)
{
    InputValue input = {.name = name,
                        .origin = origin,
                        .thread = thread->id,
                        .bits = bits,
                        .position = thread_position(machine, thread)};
    bool ordered = origin == INPUT_CALL || (machine->options->inputs && machine->options->inputs->exact);
    input_plan_decide(machine->options->inputs, &input, machine->ordered_inputs, thread->input_count++);
    machine->ordered_inputs += ordered;
    if (machine->terms && !input.given && bits && !machine->options->concrete_inputs)
        input.symbol = input_symbol(machine->options->input_symbols, machine->terms, &input, thread->input_count - 1);
    vector_push(&machine->inputs, input);
    spin_note_effect(&thread->spin);
    machine_emit(machine, thread,
                 (Event){.kind = EVENT_input, .size = bits, .value = input.value, .term = input.symbol, .name = name});
    return (Value){input.value, input.symbol};
}

void machine_update_concurrency(Machine *machine)
{
    machine->setup.active = machine->terms && machine->options->silent_setup && machine->threads.count == 1 &&
                            !machine->setup.over && !machine->probe;
    bool concurrent = machine->threads.count > 1 || (machine->observer.sink && !machine->setup.active);
    bool translates = !machine->terms || machine->setup.active;
    if (machine->memory.concurrent != concurrent || machine->memory.translates != translates) {
        machine->memory.concurrent = concurrent;
        machine->memory.noted = machine->weak && !machine->options->rules.store_buffers;
        machine->memory.translates = translates;
        memory_forget_translations(&machine->memory);
    }
}

// Whether others could come in between what the thread has done and what it is about to do. Events of one step could not
// have been parted: not so if the others have only ended before.
static bool others_can_come(const Machine *machine, const Thread *thread)
{
    bool concurrent = (machine->options->go_on ? machine->threads.count > 1 : machine->live_count > 1) ||
                      thread->interrupts.signalled;
    return machine->probe || (!thread->section.depth && concurrent);
}

bool thread_must_stop(Machine *machine, Thread *thread, Pending pending)
{
    if (machine->step.permit) {
        machine->step.permit = false;
        return false;
    }
    machine->step.alternative = 0; // it was meant for another operation
    if (!others_can_come(machine, thread))
        return false;
    pending.position = thread_position(machine, thread);
    thread->pending = pending;
    thread->state = THREAD_PENDING;
    return true;
}

bool thread_must_stop_before_access(Machine *machine, Thread *thread, Pending pending)
{
    if (!machine->step.permit && others_can_come(machine, thread) && guards_let_pass(machine, thread, &pending))
        return false;
    return thread_must_stop(machine, thread, pending);
}

bool thread_must_choose(Machine *machine, Thread *thread, Pending pending)
{
    if (machine->step.permit) {
        machine->step.permit = false;
        return false;
    }
    pending.position = thread_position(machine, thread);
    pending.chooses = true;
    thread->pending = pending;
    thread->state = THREAD_PENDING;
    return true;
}

void machine_set_errno(Machine *machine, Thread *thread, int code)
{
    // The variable belongs to the library models; a program that never looks at errno does not have it.
    for (uint32_t i = 0; i < machine->program->globals.count; i++) {
        const Global *global = &machine->program->globals.data[i];
        if (global->from_model && global->thread_local_ && !strcmp(global->name, "__errno_location.value"))
            memory_write_word(&machine->memory, thread_local_address(machine, thread, i), 4, (uint64_t)(uint32_t)code);
    }
}

MachineStatus machine_status(const Machine *machine)
{
    return machine->outcome.status;
}

uint32_t machine_thread_count(const Machine *machine)
{
    return machine->threads.count;
}

bool machine_thread_finished(const Machine *machine, uint32_t thread)
{
    return machine->threads.data[thread]->state == THREAD_FINISHED;
}

uint32_t machine_section_chooser(const Machine *machine)
{
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        const Thread *thread = machine->threads.data[i];
        if (thread->section.depth && thread->state == THREAD_PENDING && thread->pending.chooses)
            return i;
    }
    return NO_THREAD;
}

static uint32_t thread_ways(const Machine *machine, const Thread *thread)
{
    switch (thread->state) {
    case THREAD_PENDING:
    case THREAD_WAITING:
    case THREAD_WOKEN:
        return sync_alternatives(machine, thread);
    default:
        return 0;
    }
}

bool machine_wait_can_be_interrupted(const Machine *machine, uint32_t id)
{
    const Thread *thread = machine->threads.data[id];
    return thread_can_be_interrupted(machine, thread) &&
           (thread->state != THREAD_PENDING || !thread_ways(machine, thread));
}

// The last one is that the thread is interrupted, if it can be.
static uint32_t all_ways(const Machine *machine, const Thread *thread)
{
    return thread_ways(machine, thread) + thread_can_be_interrupted(machine, thread);
}

uint32_t machine_thread_position(const Machine *machine, uint32_t id)
{
    return thread_position(machine, machine->threads.data[id]);
}

uint32_t machine_alternatives(const Machine *machine, uint32_t id)
{
    uint32_t chooser = machine_section_chooser(machine);
    if (machine->outcome.status != MACHINE_RUNNING || (chooser != NO_THREAD && chooser != id))
        return 0;
    return all_ways(machine, machine->threads.data[id]);
}

bool machine_choice_interrupts(const Machine *machine, Choice choice)
{
    const Thread *thread = machine->threads.data[choice.thread];
    return thread_can_be_interrupted(machine, thread) && choice.alternative == thread_ways(machine, thread);
}

bool machine_thread_yields(const Machine *machine, uint32_t id)
{
    const Thread *thread = machine->threads.data[id];
    return thread->state == THREAD_PENDING && thread->pending.kind == EVENT_yield &&
           machine_section_chooser(machine) == NO_THREAD && !machine_has_interrupts(machine);
}

uint64_t machine_thread_points(const Machine *machine, uint32_t id)
{
    return machine->threads.data[id]->points.count;
}

bool machine_thread_copies(const Machine *machine, uint32_t id)
{
    return machine->threads.data[id]->points.copies;
}

Pending machine_pending(const Machine *machine, uint32_t id)
{
    const Thread *thread = machine->threads.data[id];
    Pending pending = thread->pending;
    switch (thread->state) {
    case THREAD_JOINING:
        pending = (Pending){.kind = EVENT_join, .other = thread->wait.thread};
        break;
    case THREAD_WAITING:
        pending = (Pending){.kind = EVENT_wake, .address = thread->wait.object, .attempt = thread->wait.timed};
        break;
    case THREAD_WOKEN:
        pending = (Pending){.kind = EVENT_lock, .address = thread->wait.mutex};
        break;
    case THREAD_BARRIER:
        pending = (Pending){.kind = EVENT_barrier_leave, .address = thread->wait.object};
        break;
    case THREAD_ASSUMING:
        pending = (Pending){.kind = EVENT_assume};
        break;
    case THREAD_SPINNING:
        pending = (Pending){.kind = EVENT_retry,
                            .address = thread->spin.reads.data[0].address,
                            .size = thread->spin.reads.data[0].size,
                            .events = thread->path.event_count - thread->spin.start.event_count};
        break;
    case THREAD_IDLE:
        pending = (Pending){.kind = EVENT_retry, .events = thread->path.event_count - thread->spin.start.event_count};
        break;
    default:
        break;
    }
    if (thread->frames.count)
        pending.position = thread_position(machine, thread);
    return pending;
}

uint32_t machine_thread_depth(const Machine *machine, uint32_t id)
{
    return machine->threads.data[id]->frames.count;
}

bool machine_thread_frame(const Machine *machine, uint32_t id, uint32_t index, uint32_t *function, uint32_t *position)
{
    const Frame *frame = &machine->threads.data[id]->frames.data[index];
    if (frame->function->from_model)
        return false;
    *function = frame_function(machine, frame);
    *position = frame_position(machine, frame);
    return true;
}

const char *machine_thread_library_call(const Machine *machine, uint32_t id)
{
    const Thread *thread = machine->threads.data[id];
    const char *called = NULL;
    for (uint32_t i = thread->frames.count; i-- > 0;) {
        const Function *function = thread->frames.data[i].function;
        if (!function->from_model)
            return called;
        called = function->name;
    }
    return NULL; // what calls the start routine is a model, too
}

static bool is_of_library(const Machine *machine, uint64_t address)
{
    const Object *object = memory_find(&machine->memory, address);
    for (uint32_t i = 0; object && object->kind == OBJECT_GLOBAL && i < machine->program->globals.count; i++)
        if (machine->program->globals.data[i].address == object->base)
            return machine->program->globals.data[i].from_model;
    return false;
}

const char *machine_event_library_call(const Machine *machine, const Event *event)
{
    const char *called = machine_thread_library_call(machine, event->thread);
    bool inside =
        called && (event->kind == EVENT_atomic_begin || event->kind == EVENT_atomic_end || event->kind == EVENT_input ||
                   (event_kind_accesses(event->kind) && is_of_library(machine, event->address)));
    return inside ? called : NULL;
}

void machine_thread_place(const Machine *machine, uint32_t id, uint32_t *function, uint32_t *instruction)
{
    const Frame *frame = thread_frame(machine->threads.data[id]);
    *function = frame_function(machine, frame);
    *instruction = frame->pc;
}

bool machine_thread_any_place(const Machine *machine, uint32_t id,
                              bool (*test)(const void *context, uint32_t function, uint32_t instruction),
                              const void *context)
{
    const Thread *thread = machine->threads.data[id];
    for (uint32_t i = 0; i < thread->frames.count; i++) {
        const Frame *frame = &thread->frames.data[i];
        bool calls = i + 1 < thread->frames.count;
        if (test(context, frame_function(machine, frame), frame->pc + calls))
            return true;
    }
    return false;
}

bool machine_thread_waits(const Machine *machine, uint32_t id)
{
    const Thread *thread = machine->threads.data[id];
    switch (thread->state) {
    case THREAD_PENDING:
    case THREAD_JOINING:
    case THREAD_WAITING:
    case THREAD_WOKEN:
    case THREAD_BARRIER:
    case THREAD_SPINNING:
        return true;
    case THREAD_ASSUMING:
        return !machine->past.cuts; // else a bound may have stopped it, not the program
    default:
        return false;
    }
}

bool machine_thread_idles(const Machine *machine, uint32_t id)
{
    return machine->threads.data[id]->state == THREAD_IDLE;
}

bool machine_thread_could_go_on(const Machine *machine, uint32_t id)
{
    return all_ways(machine, machine->threads.data[id]) != 0;
}

bool machine_thread_in_section(const Machine *machine, uint32_t id)
{
    return machine->threads.data[id]->section.depth != 0;
}

bool machine_thread_blocked(const Machine *machine, uint32_t id)
{
    const Thread *thread = machine->threads.data[id];
    return machine_thread_waits(machine, id) && thread->state != THREAD_ASSUMING && !thread_ways(machine, thread);
}

bool machine_waited_read(const Machine *machine, uint32_t id, uint32_t index, uint64_t *address, uint32_t *size)
{
    const Thread *thread = machine->threads.data[id];
    if (thread->state != THREAD_SPINNING || index >= thread->spin.reads.count)
        return false;
    *address = thread->spin.reads.data[index].address;
    *size = thread->spin.reads.data[index].size;
    return true;
}

void machine_step(Machine *machine, Choice choice)
{
    CHECK(choice.thread < machine->threads.count);
    CHECK(choice.alternative < machine_alternatives(machine, choice.thread));
    bool interrupts = machine_choice_interrupts(machine, choice);
    machine_note_meetings(machine, choice.thread);
    lone_note_choice(machine, choice);
    machine->step.quiet = machine_thread_yields(machine, choice.thread);
    Thread *thread = machine_writable_thread(machine, choice.thread);
    thread->stepped = true;
    thread->origin.begun = true;
    machine->step.row++;
    machine->step.threads = machine->threads.count;
    machine->step.permit = true;
    machine->step.alternative = choice.alternative;
    machine->step.iterated = false;
    machine->step.guarded = 0;
    if (interrupts) {
        thread_interrupt(machine, thread);
    } else if (thread->state == THREAD_WAITING || thread->state == THREAD_WOKEN) {
        if (sync_continue_wait(machine, thread) == FLOW_NEXT) {
            machine->step.permit = false;
            thread->state = THREAD_READY;
        }
    } else {
        thread->state = THREAD_READY;
        thread_run(machine, thread);
        // It was for what was pending, unless that has failed.
        CHECK(!machine->step.permit || machine->outcome.status != MACHINE_RUNNING || thread->state == THREAD_ASSUMING);
    }
    machine->step.permit = false;
    machine->step.alternative = 0;
    machine_settle(machine);
    twins_find(machine);
    machine_check_deadlock(machine, choice.thread);
}

int machine_exit_status(const Machine *machine)
{
    return machine->outcome.exit_status;
}

const Violation *machine_violation(const Machine *machine)
{
    CHECK(machine->outcome.status == MACHINE_VIOLATION);
    return &machine->outcome.violation;
}

const char *machine_unknown_reason(const Machine *machine)
{
    return text_string(&machine->outcome.message);
}

const InputValue *machine_inputs(const Machine *machine, uint32_t *count)
{
    *count = machine->inputs.count;
    return machine->inputs.data;
}

bool machine_was_havocked(const Machine *machine)
{
    return machine->past.havocked;
}

bool machine_was_handled_by_last(const Machine *machine)
{
    return machine->past.handled_by_last;
}

Cut machine_cut(const Machine *machine)
{
    return machine->past.cut;
}

const Text *machine_output(const Machine *machine, int descriptor)
{
    return descriptor == 2 ? &machine->error_output : &machine->output;
}

uint64_t machine_instruction_count(const Machine *machine)
{
    return machine->instruction_count;
}

uint64_t machine_event_count(const Machine *machine)
{
    return machine->event_count;
}

uint64_t machine_memory_bytes(const Machine *machine)
{
    uint64_t total = sizeof *machine + memory_byte_count(&machine->memory);
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        const Thread *thread = machine->threads.data[i];
        total += sizeof *thread + thread->frames.capacity * sizeof(Frame) +
                 thread->registers.capacity * sizeof(uint64_t) + thread->terms.capacity * sizeof(Term);
    }
    return total;
}

uint64_t machine_reported_event_count(const Machine *machine)
{
    return machine->event_count - machine->setup.events;
}

bool machine_was_too_long(const Machine *machine)
{
    return machine->outcome.too_long;
}

uint32_t machine_joined_by(const Machine *machine, uint32_t thread)
{
    return machine->threads.data[thread]->end.joined_by;
}

bool machine_iterated(const Machine *machine)
{
    return machine->step.iterated;
}

bool machine_was_quiet(const Machine *machine)
{
    return machine->step.quiet && machine->outcome.status == MACHINE_RUNNING;
}

// Registers that are written before they are read again do not matter. Which they are is a matter of the place.
static uint64_t hash_registers(const Machine *machine, const Thread *thread, const Frame *frame, uint64_t hash)
{
    const Function *function = frame->function;
    const Facts *facts = machine->options->facts;
    uint32_t id = frame_function(machine, frame);
    for (uint32_t i = 0; i < function->register_count; i++) {
        if (facts && !facts_is_live(facts, id, frame->pc, i))
            continue;
        hash = hash_word(hash, thread->registers.data[frame->base + i]);
        if (machine->terms)
            hash = hash_word(hash, thread->terms.data[frame->base + i]);
    }
    return hash;
}

static uint64_t thread_hash(const Machine *machine, const Thread *thread, uint64_t hash)
{
    hash = hash_word(hash, (uint64_t)thread->state << 32 | thread->frames.count);
    for (uint32_t i = 0; i < thread->frames.count; i++) {
        const Frame *frame = &thread->frames.data[i];
        hash = hash_words(hash, (uint64_t)frame_function(machine, frame) << 1 | frame->interrupts,
                          (uint64_t)frame->generation << 32 | frame->pc);
        hash = hash_registers(machine, thread, frame, hash);
    }
    hash = hash_bytes(thread->held.data, thread->held.count * sizeof(uint64_t), hash);
    // Whether the thread will be found waiting at the next back edge: a state from which it goes round once is not yet
    // one in which it is stuck.
    if (thread->spin.registers.count && !spin_has_effect(&thread->spin) && !thread->spin.changed &&
        !thread->spin.waited) {
        hash = hash_bytes(thread->spin.registers.data, thread->spin.registers.count * sizeof(uint64_t), hash);
        for (uint32_t i = 0; i < thread->spin.reads.count; i++) {
            const SpinRead *read = &thread->spin.reads.data[i];
            hash = hash_words(hash, read->address, read->value);
        }
        hash = hash_words(hash, (uint64_t)thread->spin.pc << 32 | thread->spin.depth,
                          (uint64_t)thread->spin.yield_watch << 3 | (uint32_t)thread->spin.marked << 2 |
                              (uint32_t)thread->spin.probed << 1 | thread->spin.watched);
    }
    hash = bounds_hash(machine, thread, hash);
    hash = thread_hash_wait(machine, thread, hash);
    uint64_t rest[] = {thread->interrupts.aside.wait.object,
                       thread->interrupts.aside.wait.mutex,
                       thread->interrupts.aside.wait.value,
                       (uint64_t)thread->interrupts.aside.depth << 1 | thread->interrupts.aside.wait.timed_out,
                       thread->wait.object,
                       thread->wait.mutex,
                       thread->wait.value,
                       thread->wait.thread,
                       thread->end.result,
                       thread->end.term,
                       thread->section.depth,
                       thread->input_count,
                       (uint64_t)thread->end.detached << 3 | (uint64_t)thread->end.missing << 4 |
                           (uint64_t)thread->interrupts.signalled << 5 |
                           (uint64_t)thread->interrupts.aside.state << 56 | (uint64_t)(thread->end.joined_by + 1) << 8 |
                           (uint64_t)thread->wait.timed << 1 | thread->wait.timed_out};
    return hash_bytes(rest, sizeof rest, hash);
}

void machine_fingerprint(const Machine *machine, uint64_t fingerprint[2])
{
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        Thread *thread = machine->threads.data[i];
        for (uint64_t word = 0; word < 2 && !thread->shared.hashed; word++)
            thread->shared.hash[word] = thread_hash(machine, thread, hash_mix(word + 1));
        thread->shared.hashed = true;
    }
    for (uint32_t word = 0; word < 2; word++) {
        uint64_t hash = hash_word(memory_hash(&machine->memory, word), machine->ordered_inputs);
        if (machine->lone.rounds)
            hash = hash_words(hash, machine->lone.rounds, machine->lone.fingerprint[word]);
        for (uint32_t i = 0; i < machine->threads.count; i++)
            hash = hash_word(hash, machine->threads.data[i]->shared.hash[word]);
        fingerprint[word] = machine->weak ? weak_memory_hash(machine->weak, hash) : hash;
    }
}

uint32_t machine_name_address(const Machine *machine, uint64_t address, uint64_t size, Text *out)
{
    const Object *object = memory_find(&machine->memory, address);
    if (!object) {
        text_format(out, "0x%llx", (unsigned long long)address);
        return 0;
    }
    uint64_t offset = address - object->base;
    if (object->variable)
        return program_name_access(machine->program, object->variable - 1, offset, size, out);
    switch (object->kind) {
    case OBJECT_HEAP:
        if (machine->program->positions.data[object->position].block_name)
            return program_name_pointed(machine->program, &machine->program->positions.data[object->position],
                                        object->size, offset, size, out);
        text_append(out, "heap(");
        machine_append_position(machine, object->position, out);
        text_append(out, ")");
        if (object->number > 1)
            text_format(out, "#%u", object->number);
        return program_name_block_part(machine->program, &machine->program->positions.data[object->position],
                                       object->size, offset, size, out);
    case OBJECT_GLOBAL:
        for (uint32_t i = 0; i < machine->program->globals.count; i++)
            if (machine->program->globals.data[i].address == object->base)
                text_append(out, machine->program->globals.data[i].name);
        break;
    default:
        text_append(out, "local");
        break;
    }
    if (offset)
        text_format(out, "+%llu", (unsigned long long)offset);
    return 0;
}

// They are known by the variable they are, not by the members the C library gave them: m, not m.__data.__lock.
void machine_name_synchronisation(const Machine *machine, uint64_t address, Text *out)
{
    Text name = {0};
    machine_name_address(machine, address, 1, &name);
    const char *member = strstr(text_string(&name), ".__");
    text_append_bytes(out, text_string(&name), member ? (size_t)(member - name.data) : name.length);
    text_free(&name);
}

bool machine_quote_string(const Machine *machine, uint64_t address, Text *out)
{
    enum { QUOTED = 40 };
    const Object *object = memory_find(&machine->memory, address);
    if (!object || object->kind != OBJECT_GLOBAL || !object->constant || object->freed)
        return false;
    uint64_t left = object->base + object->size - address, length = 0;
    for (; length < left && length <= QUOTED; length++) {
        uint64_t character = memory_read_word(&machine->memory, address + length, 1);
        if (!character)
            break;
        if ((character < ' ' || character > '~') && character != '\n' && character != '\t')
            return false;
    }
    if (length == left)
        return false;
    text_append_character(out, '"');
    for (uint64_t i = 0; i < length && i < QUOTED; i++) {
        char character = (char)memory_read_word(&machine->memory, address + i, 1);
        if (character == '\n' || character == '\t')
            text_append(out, character == '\n' ? "\\n" : "\\t");
        else
            text_format(out, character == '"' || character == '\\' ? "\\%c" : "%c", character);
    }
    text_append(out, length > QUOTED ? "...\"" : "\"");
    return true;
}

const uint64_t *machine_locks_held(const Machine *machine, uint32_t thread, uint32_t *count)
{
    *count = machine->threads.data[thread]->held.count;
    return machine->threads.data[thread]->held.data;
}

const uint64_t *machine_once_begun(const Machine *machine, uint32_t thread, uint32_t *count)
{
    *count = machine->threads.data[thread]->once.count;
    return machine->threads.data[thread]->once.data;
}

const Program *machine_program(const Machine *machine)
{
    return machine->program;
}
