// pthread_create, join, detach, self and the end of a thread. For what a pthread_t is see reuse.c.
#include <errno.h>

#include "machine/crowd.h"
#include "machine/state.h"
#include "machine/symbolic.h"

static uint32_t word_size(const Machine *machine)
{
    return machine->program->layout.pointer_bits / 8;
}

static uint32_t handle_size(const Machine *machine)
{
    uint64_t declared = machine->program->library_type_sizes[LIBRARY_TYPE_thread];
    return declared && declared < word_size(machine) ? (uint32_t)declared : word_size(machine);
}

bool thread_call_may_fail(const Machine *machine, Intrinsic intrinsic)
{
    return intrinsic == INTRINSIC_pthread_create && machine->options->rules.create_may_fail;
}

bool thread_call_may_be_watched(const Machine *machine, const Thread *thread, Intrinsic intrinsic)
{
    return intrinsic == INTRINSIC_pthread_create && crowd_has_site(machine, thread_position(machine, thread)) &&
           machine_watched_thread(machine) == NO_THREAD;
}

// The handles of the crowd (crowd.h): more than other threads have, and any of a few, so that two of them may or may not
// be equal.
enum { CROWD_HANDLE = 1 << 16, CROWD_HANDLE_BITS = 2 };

static Value crowd_handle(Machine *machine, Thread *thread)
{
    Value handle = machine_read_input(machine, thread, "pthread_t", INPUT_ENVIRONMENT, CROWD_HANDLE_BITS);
    uint32_t width = handle_size(machine) * 8;
    if (handle.term)
        handle.term = term_add(machine->terms, term_zero_extend(machine->terms, handle.term, width),
                               term_constant(machine->terms, width, CROWD_HANDLE));
    handle.word += CROWD_HANDLE;
    return handle;
}

// Whether a handle is between two numbers; a branch if it depends on terms.
static bool handle_is_between(Machine *machine, Thread *thread, const Call *call, uint64_t least, uint64_t most)
{
    uint64_t word = call_argument(call, 0);
    Term term = call_argument_term(call, 0);
    bool holds = word >= least && word <= most;
    if (term) {
        uint32_t width = term_width(machine->terms, term);
        Term condition =
            term_and(machine->terms, term_ule(machine->terms, term_constant(machine->terms, width, least), term),
                     term_ule(machine->terms, term, term_constant(machine->terms, width, most)));
        thread_report_whether_same(machine, thread, condition, holds);
    }
    return holds;
}

enum { ATTRIBUTES_SIZE = 4 }; // what is looked at

// Whether others can change the attributes with which the thread is created.
static bool reads_shared_attributes(const Machine *machine, const Call *call)
{
    return call_argument(call, 1) && access_is_visible(machine, call_argument(call, 1));
}

// Creating a thread commutes with what others do, unless they can see the handle or the attributes. Where a thread takes
// the place of another, its creator stops in any case: so threads that create each other for ever do not do that in one step.
static bool stops_before(Machine *machine, Thread *thread, const Call *call, bool reuses)
{
    uint64_t handle = call_argument(call, 0);
    bool writes = access_is_visible(machine, handle), reads = reads_shared_attributes(machine, call);
    Pending pending = {.kind = EVENT_create};
    if (writes)
        pending = (Pending){
            .kind = EVENT_write, .address = handle, .size = handle_size(machine), .writes = true, .more = reads};
    else if (reads)
        pending = (Pending){.kind = EVENT_read, .address = call_argument(call, 1), .size = ATTRIBUTES_SIZE};
    if (reuses)
        return thread_must_choose(machine, thread, pending);
    return (writes || reads) && thread_must_stop(machine, thread, pending);
}

// The value is that of the path from here on. What follows until the thread is announced is done in the same moment.
static void read_attributes(Machine *machine, Thread *thread, const Call *call)
{
    uint64_t attributes = call_argument(call, 1);
    if (reads_shared_attributes(machine, call)) {
        machine_join_events(thread);
        access_emit_reads(machine, thread, attributes, ATTRIBUTES_SIZE, true);
    } else if (attributes) {
        symbolic_pin_memory(machine, thread, attributes, ATTRIBUTES_SIZE);
    }
}

// What both who creates and who waits for the new thread see of it.
static void announce_thread(Machine *machine, Thread *creator, const Call *call, Value handle, uint32_t created)
{
    access_put(machine, creator, call_argument(call, 0), handle_size(machine), handle);
    access_publish(machine, creator, call_argument(call, 3));
    machine_emit(machine, creator, (Event){.kind = EVENT_create, .other = created});
    if (reads_shared_attributes(machine, call))
        machine_part_events(creator);
    spin_note_effect(&creator->spin);
    call_return(call, 0);
}

// In the place of a thread that has ended, unless `reused` is NO_THREAD.
static Thread *begin_thread(Machine *machine, const Call *call, uint32_t reused, Origin origin)
{
    static const uint32_t no_registers[2];
    uint64_t attributes = call_argument(call, 1);
    if (reused != NO_THREAD)
        reuse_forget(machine, reused, call_argument(call, 0));
    Thread *created = thread_create_at(machine, reused);
    created->origin = origin;
    created->end.detached = attributes && memory_read_word(&machine->memory, attributes, 4) == 1;
    CallOperands operands = {.argument_count = 0, .arguments = (uint32_t *)no_registers};
    thread_call(machine, created, &machine->program->functions.data[machine->program->thread_main_function], &operands,
                0);
    created->registers.data[0] = call_argument(call, 2);
    created->registers.data[1] = call_argument(call, 3);
    if (machine->terms && !machine->options->local)
        created->terms.data[1] = call_argument_term(call, 3);
    return created;
}

// FLOW_NEXT if the arguments are in order and there can be another thread.
static Flow check_creation(Machine *machine, Thread *thread, const Call *call)
{
    uint64_t attributes = call_argument(call, 1);
    uint32_t limit = layout_thread_limit(&machine->program->layout), size = handle_size(machine);
    Flow flow = access_check(machine, thread, call_argument(call, 0), size, true);
    if (flow == FLOW_NEXT && attributes)
        flow = access_check(machine, thread, attributes, 4, false);
    if (flow != FLOW_NEXT)
        return flow;
    if (machine->threads.count >= limit)
        return machine_give_up(machine, thread, "bound: more than %u threads", limit - 1);
    if (machine->threads.count + 1 > UINT64_MAX >> (64 - 8 * size))
        return machine_give_up(machine, thread, "a pthread_t of %u bytes, which cannot tell so many threads apart,",
                               size);
    if (!program_function_at(machine->program, call_argument(call, 2)))
        return machine_violate(machine, thread, PROPERTY_MEMORY,
                               "pthread_create with a start routine that is not a function");
    return FLOW_NEXT;
}

static Flow create(Machine *machine, Thread *thread, const Call *call)
{
    uint64_t handle = call_argument(call, 0), argument = call_argument(call, 3);
    if (machine->options->rules.create_may_fail) {
        if (thread_must_choose(machine, thread, (Pending){.kind = EVENT_create}))
            return FLOW_STOP;
        if (machine->step.alternative == 1) {
            call_return(call, EAGAIN);
            return FLOW_NEXT;
        }
    }
    Origin origin = {.site = thread_position(machine, thread),
                     .creator = thread->id,
                     .routine = call_argument(call, 2),
                     .argument = argument,
                     .row = machine->step.row,
                     .plain = !call_argument_term(call, 3),
                     .twin = NO_THREAD};
    // Creators stop there whether or not somebody is watched, so that they stand at the same places.
    bool is_of_many = crowd_has_site(machine, origin.site);
    if (is_of_many && thread_must_choose(machine, thread, (Pending){.kind = EVENT_create}))
        return FLOW_STOP;
    origin.role = is_of_many && machine->step.alternative == 1 ? ROLE_WATCHED : ROLE_ITSELF;
    Flow flow = check_creation(machine, thread, call);
    if (flow != FLOW_NEXT)
        return flow;
    uint32_t reused = reuse_find(machine, handle);
    bool has_stopped = machine->options->rules.create_may_fail || is_of_many;
    if (!has_stopped && stops_before(machine, thread, call, reused != NO_THREAD))
        return FLOW_STOP;
    if (bounds_refuse_thread(machine, thread))
        return machine_stop_thread(machine, thread);
    read_attributes(machine, thread, call);
    if (is_of_many)
        crowd_make(machine);
    if (machine->options->crowd && !is_of_many && machine_watched_thread(machine) != NO_THREAD)
        return machine_give_up(machine, thread, "a thread that is created after threads without end");
    if (is_of_many && origin.role != ROLE_WATCHED) {
        thread = machine_writable_thread(machine, origin.creator);
        announce_thread(machine, thread, call, crowd_handle(machine, thread), machine_guest(machine) - 1);
        return FLOW_NEXT;
    }
    // A thread on its own must know what it is given.
    Event start = {.kind = EVENT_start, .name = program_function_at(machine->program, call_argument(call, 2))->name};
    Term given = call_argument_term(call, 3);
    if (machine->options->local) {
        symbolic_pin(machine, thread, &given, argument);
        start.value = argument;
        start.function = call_argument(call, 2);
    }
    Thread *created = begin_thread(machine, call, reused, origin);
    announce_thread(machine, machine->threads.data[origin.creator], call,
                    (Value){.word = thread_handle(machine, created->id)}, created->id);
    machine_emit(machine, created, start);
    return FLOW_NEXT;
}

static Thread *find_target(Machine *machine, uint64_t handle)
{
    uint32_t id = thread_of_handle(machine, handle);
    return id == NO_THREAD ? NULL : machine_writable_thread(machine, id);
}

// In a local run others are not there yet when a thread begins, and it may be given the handle of one that is created later.
static Flow refuse_target(Machine *machine, Thread *thread, uint64_t handle, const char *call)
{
    if (machine->options->local && handle && handle <= layout_thread_limit(&machine->program->layout))
        return machine_give_up(machine, thread, "%s of a thread that was created later than the one that calls it",
                               call);
    return machine_violate(machine, thread, PROPERTY_LOCK, "%s of a value that is no thread", call);
}

// In a local run: a symbol for what the joined thread returned.
static Value dictate_result(Machine *machine, const Thread *thread, Event *event)
{
    LocalReads *local = machine->options->local;
    const uint64_t *value = local_reads_find(local, thread->id, thread->path.event_count);
    event->read = local_reads_symbol(local, machine->terms, thread->id, thread->path.event_count,
                                     word_size(machine) * 8, "the result of a thread");
    event->value = value ? *value : 0;
    return (Value){event->value, event->read};
}

// In a local run the thread that counts waits for nobody, nor does its creator before it is there.
static bool joins_at_once(const Machine *machine, const Thread *thread)
{
    const LocalReads *local = machine->options->local;
    return local && (thread->id == local->thread || machine->threads.count <= local->thread);
}

static Flow join(Machine *machine, Thread *thread, const Call *call)
{
    Thread *target = find_target(machine, call_argument(call, 0));
    uint64_t result = call_argument(call, 1);
    if (!target)
        return refuse_target(machine, thread, call_argument(call, 0), "pthread_join");
    if (target == thread) {
        call_return(call, EDEADLK);
        return FLOW_NEXT;
    }
    if (target->end.joined_by != NO_THREAD)
        return machine_violate_because(machine, thread, PROPERTY_LOCK, CAUSE_JOINED, 0,
                                       "pthread_join of a thread that was already joined");
    if (target->end.detached)
        return machine_violate_because(machine, thread, PROPERTY_LOCK, CAUSE_JOINED, 0,
                                       "pthread_join of a detached thread");
    if (target->state != THREAD_FINISHED && !joins_at_once(machine, thread)) {
        thread->state = THREAD_JOINING;
        thread->wait.thread = target->id;
        return FLOW_STOP;
    }
    bool visible = result && access_is_visible(machine, result);
    Flow flow = result ? access_check(machine, thread, result, word_size(machine), true) : FLOW_NEXT;
    if (flow != FLOW_NEXT)
        return flow;
    if (visible &&
        thread_must_stop(machine, thread,
                         (Pending){.kind = EVENT_write, .address = result, .size = word_size(machine), .writes = true}))
        return FLOW_STOP;
    // What a thread did not return is left as uninitialised as it is.
    if (result && target->end.missing) {
        if (visible || memory_count_uninitialised(&machine->memory, result, word_size(machine)) < word_size(machine))
            return machine_give_up(machine, thread, "the result of a thread that returned none");
        result = 0;
    }
    target->end.joined_by = thread->id;
    machine->joined_count++;
    spin_note_effect(&thread->spin);
    // The result is there because the thread has ended: the join comes before the write.
    Event event = {.kind = EVENT_join, .other = target->id, .size = result ? word_size(machine) : 0};
    Value returned = {target->end.result & pointer_mask(machine), target->end.term};
    if (machine->options->local && result)
        returned = dictate_result(machine, thread, &event);
    machine_join_events(thread);
    machine_emit(machine, thread, event);
    if (visible)
        access_put(machine, thread, result, word_size(machine), returned);
    else if (result)
        flow = access_write(machine, thread, result, word_size(machine), 0, returned);
    machine_part_events(thread);
    call_return(call, 0);
    return flow;
}

static Flow detach(Machine *machine, Thread *thread, const Call *call)
{
    Thread *target = find_target(machine, call_argument(call, 0));
    if (!target)
        return refuse_target(machine, thread, call_argument(call, 0), "pthread_detach");
    bool joined = target->end.joined_by != NO_THREAD;
    if (target->end.detached || joined)
        return machine_violate_because(machine, thread, PROPERTY_LOCK, CAUSE_JOINED, 0,
                                       "pthread_detach of a thread that was already %s",
                                       joined ? "joined" : "detached");
    target->end.detached = true;
    spin_note_effect(&thread->spin);
    machine_emit(machine, thread, (Event){.kind = EVENT_detach, .other = target->id});
    call_return(call, 0);
    return FLOW_NEXT;
}

static Flow detach_by_handle(Machine *machine, Thread *thread, const Call *call)
{
    uint64_t last = CROWD_HANDLE + (1 << CROWD_HANDLE_BITS) - 1;
    if (!handle_is_between(machine, thread, call, CROWD_HANDLE, last)) {
        uint32_t watched = machine_watched_thread(machine);
        if (watched != NO_THREAD && handle_is_between(machine, thread, call, watched + 1, watched + 1))
            return detach(machine, thread, call);
        return refuse_target(machine, thread, call_argument(call, 0), "pthread_detach");
    }
    spin_note_effect(&thread->spin);
    machine_emit(machine, thread, (Event){.kind = EVENT_detach, .other = machine_guest(machine) - 1});
    call_return(call, 0);
    return FLOW_NEXT;
}

// What becomes of a thread of the crowd is seen where it is watched. Whether this one is watched is no decision of the
// program's: the detaching thread stops at the same places after it.
static Flow detach_among_many(Machine *machine, Thread *thread, const Call *call)
{
    uint32_t decided = thread->path.decided;
    Flow flow = detach_by_handle(machine, thread, call);
    thread->rounds.decided += thread->path.decided - decided;
    return flow;
}

Flow intrinsic_thread(Machine *machine, Thread *thread, const Call *call)
{
    bool names = call->intrinsic == INTRINSIC_pthread_join || call->intrinsic == INTRINSIC_pthread_self;
    if (names && machine_guest(machine) != NO_THREAD)
        return machine_give_up(machine, thread, "%s among threads that are created without end",
                               intrinsic_name(call->intrinsic));
    switch (call->intrinsic) {
    case INTRINSIC_pthread_create:
        return create(machine, thread, call);
    case INTRINSIC_pthread_join:
        return join(machine, thread, call);
    case INTRINSIC_pthread_detach:
        return machine->options->crowd ? detach_among_many(machine, thread, call) : detach(machine, thread, call);
    case INTRINSIC_thread_end: {
        // The end of the last thread is the end of the process, as if by exit(0).
        static const CallOperands no_operands = {0};
        machine->past.handled_by_last =
            machine->live_count == 1 && machine->threads.count > 1 && program_has_exit_handlers(machine->program);
        if (machine->live_count == 1)
            return thread_call(machine, thread, &machine->program->functions.data[machine->program->exit_function],
                               &no_operands, 0);
        return thread_finish(machine, thread, (Value){call_argument(call, 0), call_argument_term(call, 0)});
    }
    default:
        call_return(call, thread_handle(machine, thread->id));
        return FLOW_NEXT;
    }
}
