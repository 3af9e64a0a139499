#include "machine/weak_memory.h"

#include <stdlib.h>

#include "base/fail.h"
#include "base/memory.h"
#include "ir/order_flags.h"
#include "machine/synchronise.h"
#include "order/last_accesses.h"

// How far a thread has come, beside its clock.
typedef struct Progress {
    Clock met;        // what the writes that it has read passed on: a fence that acquires makes it known
    Clock fenced;     // what was known at its last fence that releases
    uint32_t number;  // of its next event
    bool after_plain; // it has made a plain access since its last event
    uint32_t time;    // of that event
    uint32_t since;   // of its next event: it finds a write later than so many, if there is one that it could find
} Progress;

typedef struct WeakThread {
    Progress progress;
    // When the round of the loop that it is in began.
    Clock round_known;
    Progress round;
    uint32_t round_stamp;
} WeakThread;

struct WeakMemory {
    uint32_t references;
    Synchronisation synchronisation;
    Graph graph;
    LastAccesses accesses;
    Channels library; // what its functions know by what they read, by PASSED_SIZE bytes
    VECTOR(WeakThread) threads;
    bool raced;
    Violation race;
};

enum { PASSED_SIZE = 4 }; // models keep nothing smaller for each thread

// --- Life

WeakMemory *weak_memory_create(const Rules *rules)
{
    WeakMemory *weak = memory_allocate_zeroed(sizeof *weak);
    weak->references = 1;
    if (rules->store_buffers)
        weak->graph.consistency = rules->buffers_by_location ? CONSISTENCY_PSO : CONSISTENCY_TSO;
    return weak;
}

WeakMemory *weak_memory_share(WeakMemory *weak)
{
    if (weak)
        weak->references++;
    return weak;
}

static void progress_copy(Progress *to, const Progress *from)
{
    clock_set(&to->met, &from->met);
    clock_set(&to->fenced, &from->fenced);
    to->number = from->number;
    to->after_plain = from->after_plain;
    to->time = from->time;
    to->since = from->since;
}

static void progress_free(Progress *progress)
{
    vector_free(&progress->met);
    vector_free(&progress->fenced);
}

void weak_memory_release(WeakMemory *weak)
{
    if (!weak || --weak->references)
        return;
    synchronise_free(&weak->synchronisation);
    graph_free(&weak->graph);
    last_accesses_free(&weak->accesses);
    channels_free(&weak->library);
    for (uint32_t i = 0; i < weak->threads.count; i++) {
        progress_free(&weak->threads.data[i].progress);
        progress_free(&weak->threads.data[i].round);
        vector_free(&weak->threads.data[i].round_known);
    }
    vector_free(&weak->threads);
    free(weak);
}

static WeakMemory *copy(const WeakMemory *original)
{
    WeakMemory *weak = memory_allocate_zeroed(sizeof *weak);
    weak->references = 1;
    synchronise_copy(&weak->synchronisation, &original->synchronisation);
    graph_copy(&weak->graph, &original->graph);
    last_accesses_copy(&weak->accesses, &original->accesses);
    channels_copy(&weak->library, &original->library);
    vector_resize(&weak->threads, original->threads.count);
    for (uint32_t i = 0; i < original->threads.count; i++) {
        const WeakThread *from = &original->threads.data[i];
        WeakThread *to = &weak->threads.data[i];
        progress_copy(&to->progress, &from->progress);
        progress_copy(&to->round, &from->round);
        clock_set(&to->round_known, &from->round_known);
        to->round_stamp = from->round_stamp;
    }
    weak->raced = original->raced;
    weak->race = original->race;
    return weak;
}

static WeakMemory *writable(Machine *machine)
{
    if (machine->weak->references > 1) {
        WeakMemory *own = copy(machine->weak);
        weak_memory_release(machine->weak);
        machine->weak = own;
    }
    return machine->weak;
}

uint64_t weak_memory_hash(const WeakMemory *weak, uint64_t hash)
{
    hash = synchronise_hash(&weak->synchronisation, hash);
    hash = graph_hash(&weak->graph, hash);
    hash = channels_hash(&weak->library, last_accesses_hash(&weak->accesses, hash));
    for (uint32_t i = 0; i < weak->threads.count; i++) {
        const Progress *progress = &weak->threads.data[i].progress;
        hash = clock_hash(&progress->fenced, clock_hash(&progress->met, hash));
        hash = hash_words(hash, (uint64_t)progress->number << 1 | progress->after_plain, progress->since != 0);
    }
    return hash;
}

static bool has_buffers(const WeakMemory *weak)
{
    return weak->graph.consistency != CONSISTENCY_C11;
}

// --- Threads

static WeakThread *thread_at(WeakMemory *weak, uint32_t thread)
{
    if (thread >= weak->threads.count)
        vector_resize(&weak->threads, thread + 1);
    return &weak->threads.data[thread];
}

// Of a thread that has done nothing yet: no entry.
static const WeakThread *find_thread(const WeakMemory *weak, uint32_t thread)
{
    static const WeakThread none;
    return thread < weak->threads.count ? &weak->threads.data[thread] : &none;
}

static const Clock *clock_of(const WeakMemory *weak, uint32_t thread)
{
    static const Clock none;
    const ThreadClocks *clocks = &weak->synchronisation.clocks;
    return thread < clocks->list.count ? &clocks->list.data[thread] : &none;
}

// By its own clock.
static uint32_t time_of(WeakMemory *weak, uint32_t thread)
{
    return clock_time(thread_clocks_at(&weak->synchronisation.clocks, thread), thread);
}

static NewEvent next_event(const WeakMemory *weak, uint32_t thread, uint32_t location, MemoryOrder order,
                           const Clock *known)
{
    const Progress *progress = &find_thread(weak, thread)->progress;
    return (NewEvent){.thread = thread,
                      .number = progress->number,
                      .location = location,
                      .order = order,
                      .after_plain = progress->after_plain,
                      .known = known};
}

// The event was added at the time.
static void advance(WeakMemory *weak, uint32_t thread, uint32_t time)
{
    Progress *progress = &thread_at(weak, thread)->progress;
    progress->time = time;
    progress->since = 0;
    progress->number++;
    progress->after_plain = false;
}

// --- Ways

// What the access of this kind is that the thread stands before: false if no choice of a write is part of it.
static bool find_form(const Machine *machine, const Thread *thread, EventKind kind, AccessForm *form,
                      MemoryOrder *order)
{
    const Frame *frame = thread_frame(thread);
    const Instruction *instruction = &frame->function->instructions[frame->pc];
    Opcode opcode = instruction->opcode;
    bool single = opcode == OP_load || opcode == OP_store || opcode == OP_unset || opcode == OP_exchange ||
                  opcode == OP_compare_exchange;
    bool ordered = single && instruction->flags & FLAG_ATOMIC;
    bool atomic = ordered || (single && machine->options->rules.volatile_atomic && instruction->flags & FLAG_VOLATILE);
    *order = ordered ? order_of_flags(instruction->flags) : ORDER_RELAXED;
    *form = kind == EVENT_read || opcode == OP_compare_exchange ? FORM_READ // in the first place
            : kind == EVENT_write                               ? FORM_WRITE
                                                                : FORM_UPDATE;
    return event_kind_accesses(kind) && weak_memory_is_about(machine, thread, atomic) &&
           (single || opcode == OP_copy || opcode == OP_fill);
}

static bool is_compare_exchange(const Thread *thread)
{
    const Frame *frame = thread_frame(thread);
    return frame->function->instructions[frame->pc].opcode == OP_compare_exchange;
}

// With store buffers: an update drains them, also one that fails, and so does a store that is seq_cst, after it.
static void note_drains(NewEvent *event, AccessForm form, bool exchange)
{
    event->drains_before = form == FORM_UPDATE || exchange;
    event->drains_after = event->drains_before || (form == FORM_WRITE && event->order == ORDER_SEQ_CST);
}

// Whether the condition lets the thread do it there.
static bool allows(WeakMemory *weak, const Thread *thread, uint32_t location, uint32_t write, MemoryOrder order,
                   AccessForm form)
{
    Clock known = {0};
    clock_set(&known, clock_of(weak, thread->id));
    if (form != FORM_WRITE && order_acquires(order))
        graph_take_clock(&weak->graph, graph_event(&weak->graph, write)->released, &known);
    NewEvent event = next_event(weak, thread->id, location, order, &known);
    note_drains(&event, form, is_compare_exchange(thread));
    bool allowed = graph_allows(&weak->graph, &event, write, form);
    vector_free(&known);
    return allowed;
}

// The writes that the access before which the thread stands may be about, one after the other. Of a compare-exchange
// these are all that it may read, whether or not it could then do what it does.
typedef struct PlaceWalk {
    WeakMemory *weak;
    const Thread *thread;
    uint32_t location;
    AccessForm form;
    MemoryOrder order;
    bool all;
    uint32_t since; // those up to this one are left out
    uint32_t write; // NO_EVENT: none so far
} PlaceWalk;

static bool is_place(const PlaceWalk *walk)
{
    return graph_event(&walk->weak->graph, walk->write)->stamp >= walk->since &&
           (walk->all || allows(walk->weak, walk->thread, walk->location, walk->write, walk->order, walk->form));
}

static bool next_place(PlaceWalk *walk)
{
    const Clock *clock = clock_of(walk->weak, walk->thread->id);
    do
        walk->write = graph_next_older(&walk->weak->graph, walk->location, walk->write, clock, walk->form);
    while (walk->write != NO_EVENT && !is_place(walk));
    return walk->write != NO_EVENT;
}

static PlaceWalk begin_walk(const Machine *machine, const Thread *thread, uint32_t location, AccessForm form,
                            MemoryOrder order)
{
    PlaceWalk walk = {.weak = machine->weak,
                      .thread = thread,
                      .location = location,
                      .form = form,
                      .order = order,
                      .all = is_compare_exchange(thread),
                      .since = find_thread(machine->weak, thread->id)->progress.since,
                      .write = NO_EVENT};
    if (walk.since && !next_place(&walk))
        walk.since = 0;
    walk.write = NO_EVENT;
    return walk;
}

static uint32_t ways_of_each(const Machine *machine, const Thread *thread)
{
    return access_may_fail(machine, thread) ? 2 : 1;
}

uint32_t weak_memory_ways(const Machine *machine, const Thread *thread, EventKind kind, uint64_t address)
{
    AccessForm form;
    MemoryOrder order;
    uint32_t ways = 0, location = graph_find_location(&machine->weak->graph, address);
    if (location == NO_LOCATION || !find_form(machine, thread, kind, &form, &order))
        return ways_of_each(machine, thread);
    PlaceWalk walk = begin_walk(machine, thread, location, form, order);
    while (next_place(&walk))
        ways++;
    return ways * ways_of_each(machine, thread);
}

bool machine_is_weak(const Machine *machine)
{
    return machine->weak != NULL;
}

bool machine_access_is_weak(const Machine *machine, uint32_t thread, const Pending *pending)
{
    return event_kind_accesses(pending->kind) && !pending->more &&
           weak_memory_is_about(machine, machine->threads.data[thread], pending->atomic);
}

uint32_t machine_write_count(const Machine *machine)
{
    return machine->weak ? machine->weak->graph.stamps : 0;
}

// The write that a choice is about; NO_EVENT: none, or it is not known here.
static uint32_t find_chosen(const Machine *machine, Choice choice)
{
    const Thread *thread = machine->threads.data[choice.thread];
    AccessForm form;
    MemoryOrder order;
    if (!machine->weak || thread->state != THREAD_PENDING)
        return NO_EVENT;
    uint32_t location = graph_find_location(&machine->weak->graph, thread->pending.address);
    if (location == NO_LOCATION || !find_form(machine, thread, thread->pending.kind, &form, &order))
        return NO_EVENT;
    PlaceWalk walk = begin_walk(machine, thread, location, form, order);
    for (uint32_t left = choice.alternative / ways_of_each(machine, thread) + 1; left && next_place(&walk);)
        left--;
    return walk.write;
}

uint32_t machine_choice_write(const Machine *machine, Choice choice)
{
    uint32_t write = find_chosen(machine, choice);
    return write == NO_EVENT ? 0 : graph_event(&machine->weak->graph, write)->stamp + 1;
}

bool machine_choice_reads_since(const Machine *machine, Choice choice, uint32_t count)
{
    return machine_choice_write(machine, choice) > count + 1;
}

bool machine_choice_fails(const Machine *machine, Choice choice)
{
    return ways_of_each(machine, machine->threads.data[choice.thread]) == 2 && choice.alternative % 2;
}

// Of a compare-exchange whose values depend on no term it is known what it would do.
bool machine_choice_is_possible(const Machine *machine, Choice choice)
{
    const Thread *thread = machine->threads.data[choice.thread];
    uint32_t write = find_chosen(machine, choice);
    if (write == NO_EVENT || !is_compare_exchange(thread))
        return true;
    const Frame *frame = thread_frame(thread);
    const Instruction *instruction = &frame->function->instructions[frame->pc];
    const GraphEvent *event = graph_event(&machine->weak->graph, write);
    bool known = !event->term && !(machine->terms && thread->terms.data[frame->base + instruction->b]);
    bool fails = machine_choice_fails(machine, choice);
    bool succeeds = !fails && event->value == thread->registers.data[frame->base + instruction->b];
    WeakAccess access = {.address = thread->pending.address,
                         .size = thread->pending.size,
                         .form = succeeds ? FORM_UPDATE : FORM_READ,
                         .order = succeeds ? order_of_flags(instruction->flags)
                                           : failure_order_of_flags(instruction->flags)};
    return !known || weak_memory_allows(machine, thread, &access, write);
}

// --- Accesses

static bool overlaps_other(const Graph *graph, uint64_t address, uint32_t size)
{
    for (uint64_t at = address - 7; at != address + size; at++) {
        uint32_t location = graph_find_location(graph, at);
        if (location == NO_LOCATION)
            continue;
        uint32_t other = graph->locations.data[location].size;
        if (at != address ? at + other > address : other != size)
            return true;
    }
    return false;
}

static Flow find_location(Machine *machine, Thread *thread, const WeakAccess *access, uint32_t *location)
{
    WeakMemory *weak = writable(machine);
    if (overlaps_other(&weak->graph, access->address, access->size))
        return machine_give_up(machine, thread, "atomic accesses of different sizes to the same memory");
    *location = graph_find_location(&weak->graph, access->address);
    if (*location == NO_LOCATION)
        *location = graph_add_location(&weak->graph, access->address, access->size,
                                       memory_read_word(&machine->memory, access->address, access->size),
                                       access_content(machine, access->address, access->size));
    return FLOW_NEXT;
}

Flow weak_memory_choose(Machine *machine, Thread *thread, const WeakAccess *access, uint32_t *write)
{
    uint32_t location = NO_LOCATION, left = machine->step.alternative / ways_of_each(machine, thread);
    Flow flow = find_location(machine, thread, access, &location);
    if (flow != FLOW_NEXT)
        return flow;
    PlaceWalk walk = begin_walk(machine, thread, location, access->form, access->order);
    while (next_place(&walk) && left)
        left--;
    if (walk.write == NO_EVENT)
        INTERNAL_ERROR("an atomic access has no way %u", machine->step.alternative);
    *write = walk.write;
    return FLOW_NEXT;
}

Value weak_memory_value(const Machine *machine, uint32_t write)
{
    const GraphEvent *event = graph_event(&machine->weak->graph, write);
    return (Value){event->value, event->term};
}

uint32_t weak_memory_stamp(const Machine *machine, uint32_t write)
{
    return graph_event(&machine->weak->graph, write)->stamp;
}

bool weak_memory_allows(const Machine *machine, const Thread *thread, const WeakAccess *access, uint32_t write)
{
    Graph *graph = &machine->weak->graph;
    if (access->form == FORM_UPDATE && graph_is_updated(graph, write))
        return false;
    return allows(machine->weak, thread, graph_event(graph, write)->location, write, access->order, access->form);
}

// What the thread gets to know by reading the write.
static void meet(WeakMemory *weak, uint32_t thread, MemoryOrder order, uint32_t source)
{
    KeptClock released = graph_event(&weak->graph, source)->released;
    if (order_acquires(order))
        graph_take_clock(&weak->graph, released, thread_clocks_at(&weak->synchronisation.clocks, thread));
    else
        graph_take_clock(&weak->graph, released, &thread_at(weak, thread)->progress.met);
}

void weak_memory_read(Machine *machine, Thread *thread, const WeakAccess *access, uint32_t source)
{
    WeakMemory *weak = writable(machine);
    meet(weak, thread->id, access->order, source);
    NewEvent event = next_event(weak, thread->id, graph_event(&weak->graph, source)->location, access->order,
                                thread_clocks_at(&weak->synchronisation.clocks, thread->id));
    note_drains(&event, FORM_READ, is_compare_exchange(thread));
    graph_add_read(&weak->graph, &event, source);
    advance(weak, thread->id, clock_time(event.known, thread->id));
}

// The thread's last write to the location, or NO_EVENT.
static uint32_t find_own(const Graph *graph, uint32_t location, uint32_t thread)
{
    uint32_t write = graph->locations.data[location].last;
    while (write != NO_EVENT && graph_event(graph, write)->thread != thread)
        write = graph_event(graph, write)->before;
    return write;
}

// What who acquires the write gets to know: all that was known, if it releases; else what was at the last fence that
// did. A write after one that released to the same location passes on what that did, and an update what it read does.
static void set_written(WeakMemory *weak, uint32_t thread, MemoryOrder order, uint32_t write, uint32_t own,
                        Value written)
{
    Graph *graph = &weak->graph;
    Clock headed = {0}, released = {0};
    Clock *known = thread_clocks_at(&weak->synchronisation.clocks, thread);
    bool releases = order_releases(order) && !has_buffers(weak);
    if (releases)
        clock_set(&headed, known);
    else if (own != NO_EVENT)
        graph_take_clock(graph, graph_event(graph, own)->headed, &headed);
    clock_join(&released, &headed);
    clock_join(&released, &thread_at(weak, thread)->progress.fenced); // empty with buffers, like all others
    if (graph_event(graph, write)->source != NO_EVENT)
        graph_take_clock(graph, graph_event(graph, graph_event(graph, write)->source)->released, &released);
    graph_set_written(graph, write, written.word, written.term, &headed, &released);
    if (releases)
        known->data[thread]++; // what it does next is not passed on
    vector_free(&headed);
    vector_free(&released);
}

bool weak_memory_write(Machine *machine, Thread *thread, const WeakAccess *access, uint32_t before, Value written)
{
    WeakMemory *weak = writable(machine);
    Graph *graph = &weak->graph;
    uint32_t location = graph_event(graph, before)->location, own = find_own(graph, location, thread->id);
    if (access->form == FORM_UPDATE)
        meet(weak, thread->id, access->order, before);
    NewEvent event = next_event(weak, thread->id, location, access->order,
                                thread_clocks_at(&weak->synchronisation.clocks, thread->id));
    note_drains(&event, access->form, false);
    uint32_t added =
        access->form == FORM_UPDATE ? graph_add_update(graph, &event, before) : graph_add_write(graph, &event, before);
    uint32_t time = clock_time(event.known, thread->id);
    set_written(weak, thread->id, access->order, added, own, written);
    advance(weak, thread->id, time);
    return graph->locations.data[location].last == added;
}

void weak_memory_fence(Machine *machine, Thread *thread, MemoryOrder order)
{
    WeakMemory *weak = writable(machine);
    Progress *progress = &thread_at(weak, thread->id)->progress;
    Clock *known = thread_clocks_at(&weak->synchronisation.clocks, thread->id);
    if (order_acquires(order))
        clock_join(known, &progress->met);
    NewEvent event = next_event(weak, thread->id, NO_LOCATION, order == ORDER_SEQ_CST ? order : ORDER_RELAXED, known);
    event.fence = true;
    event.drains_before = order == ORDER_SEQ_CST;
    graph_add_fence(&weak->graph, &event);
    advance(weak, thread->id, clock_time(known, thread->id));
    if (order_releases(order) && !has_buffers(weak)) {
        clock_set(&progress->fenced, known);
        known->data[thread->id]++;
    }
}

// --- Other events

// An event that only synchronises: it lies between accesses in program order.
static void add_synchronisation(WeakMemory *weak, uint32_t thread)
{
    NewEvent event =
        next_event(weak, thread, NO_LOCATION, ORDER_RELAXED, thread_clocks_at(&weak->synchronisation.clocks, thread));
    graph_add_fence(&weak->graph, &event);
    advance(weak, thread, clock_time(event.known, thread));
}

// What a function of the library does in an atomic section it does at once. Unlike a section of the program that orders
// nothing by itself: what it reads there makes known what was known to who wrote that. Its atomic accesses, which have
// their order, go together with sections.
static bool passes_on(const Thread *thread, bool atomic, bool ordered)
{
    return weak_memory_is_in_library(thread) && (thread->section.depth || (atomic && ordered));
}

static void pass_on(WeakMemory *weak, uint32_t thread, uint64_t address, uint32_t size, bool releases)
{
    ThreadClocks *clocks = &weak->synchronisation.clocks;
    for (uint64_t at = address / PASSED_SIZE; at <= (address + size - 1) / PASSED_SIZE; at++) {
        Clock *passed = &channels_at(&weak->library, at)->released;
        if (releases)
            thread_clocks_release(clocks, thread, passed);
        else
            thread_clocks_acquire(clocks, thread, passed);
    }
}

void weak_memory_pass_on(Machine *machine, const Thread *thread, uint64_t object, bool releases)
{
    pass_on(writable(machine), thread->id, object, PASSED_SIZE, releases);
}

// Whether races are looked for. With one thread, all that follows comes after what it does; with store buffers a race is
// nothing undefined.
static bool may_race(const Machine *machine)
{
    return machine->threads.count > 1 && !has_buffers(machine->weak) && !machine->weak->raced;
}

static void remember_race(Machine *machine, const Thread *thread, const LastAccess *other)
{
    machine->weak->raced = true;
    machine->weak->race = (Violation){.property = PROPERTY_RACE,
                                      .thread = thread->id,
                                      .position = thread_position(machine, thread),
                                      .other = other->thread,
                                      .other_position = other->position};
}

// What the thread does to memory now, at that time.
static void look_for_race(Machine *machine, const Thread *thread, bool atomic, bool writes, uint32_t time,
                          uint64_t address, uint64_t size)
{
    WeakMemory *weak = machine->weak;
    LastAccess other, access = {.thread = thread->id,
                                .time = time,
                                .position = thread_position(machine, thread),
                                .atomic = atomic,
                                .writes = writes};
    if (may_race(machine) &&
        last_accesses_note(&weak->accesses, clock_of(weak, thread->id), &access, address, size, &other))
        remember_race(machine, thread, &other);
}

// What is done to a mutex or its like is done atomically; that it is initialised or destroyed is a plain write. One byte
// stands for it.
static void note_object(Machine *machine, const Thread *thread, EventKind kind, uint64_t address)
{
    bool atomic = kind != EVENT_sync_init && kind != EVENT_sync_destroy;
    look_for_race(machine, thread, atomic, true, time_of(machine->weak, thread->id), address, 1);
}

// Who leaves a barrier, or wakes up, does not come back to it.
static bool uses_object(EventKind kind)
{
    return event_kind_synchronises(kind) && kind != EVENT_barrier_leave && kind != EVENT_wake;
}

static void note_synchronisation(Machine *machine, const Thread *thread, const Event *event)
{
    WeakMemory *weak = writable(machine);
    bool learns = event_kind_blocks(event->kind) || event_kind_acquires(event->kind) || event->kind == EVENT_start ||
                  event->kind == EVENT_atomic_begin;
    // With store buffers a section drains them, whoever it is of.
    bool orders = has_buffers(weak) || (event->kind != EVENT_atomic_begin && event->kind != EVENT_atomic_end) ||
                  !weak_memory_is_in_library(thread);
    bool uses = uses_object(event->kind) && event->address;
    if (!learns)
        add_synchronisation(weak, event->thread);
    if (uses && !learns)
        note_object(machine, thread, event->kind, event->address);
    if (event->kind == EVENT_wait)
        note_object(machine, thread, event->kind, event->value);
    if (orders)
        synchronise(&weak->synchronisation, event);
    if (uses && learns)
        note_object(machine, thread, event->kind, event->address);
    if (learns)
        add_synchronisation(weak, event->thread);
}

static void forget_locations(Graph *graph, uint64_t address, uint64_t size)
{
    if (size < graph->locations.count) {
        for (uint64_t at = address < 7 ? 0 : address - 7; at < address + size; at++) {
            uint32_t location = graph_find_location(graph, at);
            if (location != NO_LOCATION && at + graph->locations.data[location].size > address)
                graph_forget_location(graph, location);
        }
        return;
    }
    for (uint32_t i = 0; i < graph->locations.count; i++) {
        const GraphLocation *location = &graph->locations.data[i];
        if (location->address < address + size && address < location->address + location->size &&
            graph_find_location(graph, location->address) == i)
            graph_forget_location(graph, i);
    }
}

void weak_memory_forget(Machine *machine, uint64_t address, uint64_t size)
{
    WeakMemory *weak = writable(machine);
    forget_locations(&weak->graph, address, size);
    last_accesses_forget(&weak->accesses, address, size);
}

static void note_access(Machine *machine, const Thread *thread, const Event *event)
{
    WeakMemory *weak = writable(machine);
    if (event->kind != EVENT_write && passes_on(thread, event->atomic, order_acquires(event->order)))
        pass_on(weak, thread->id, event->address, event->size, false);
    bool writes = event->kind != EVENT_read;
    uint32_t time = event->weak ? thread_at(weak, thread->id)->progress.time : time_of(weak, thread->id);
    look_for_race(machine, thread, event->atomic || thread->section.depth, writes, time, event->address, event->size);
    if (writes && passes_on(thread, event->atomic, order_releases(event->order)))
        pass_on(weak, thread->id, event->address, event->size, true);
    if (event->weak)
        return;
    if (writes)
        forget_locations(&weak->graph, event->address, event->size);
    thread_at(weak, thread->id)->progress.after_plain = true;
}

void weak_memory_note_private(Machine *machine, const Thread *thread, EventKind kind, bool atomic, uint64_t address,
                              uint64_t size)
{
    if (!weak_memory_keeps_private(machine))
        return;
    WeakMemory *weak = writable(machine);
    bool writes = kind != EVENT_read;
    look_for_race(machine, thread, atomic || thread->section.depth, writes, time_of(weak, thread->id), address, size);
    if (writes && passes_on(thread, false, false))
        pass_on(weak, thread->id, address, (uint32_t)size, true);
    if (writes && !atomic)
        forget_locations(&weak->graph, address, size);
}

void weak_memory_end_life(Machine *machine, const Thread *thread, uint64_t address, uint64_t size)
{
    WeakMemory *weak = writable(machine);
    LastAccess other;
    const Clock *clock = thread_clocks_at(&weak->synchronisation.clocks, thread->id);
    if (last_accesses_end(&weak->accesses, clock, thread->id, address, size, &other) && may_race(machine))
        remember_race(machine, thread, &other);
    forget_locations(&weak->graph, address, size);
}

void weak_memory_note(Machine *machine, const Thread *thread, const Event *event)
{
    if (event_kind_accesses(event->kind))
        note_access(machine, thread, event);
    else if (event->kind == EVENT_free)
        weak_memory_end_life(machine, thread, event->address, event->size);
    else if (event->kind == EVENT_allocate)
        weak_memory_forget(machine, event->address, event->value);
    else if (event_kind_counts(event->kind))
        note_synchronisation(machine, thread, event);
}

// Where a thread ends, and with it memory, is nowhere in the program: the other access is shown then.
static Flow report_race(Machine *machine, Thread *thread)
{
    Violation race = machine->weak->race;
    Text text = {0};
    Flow flow;
    if (race.position) {
        machine_append_position(machine, race.other_position, &text);
        flow = machine_violate(machine, thread, PROPERTY_RACE,
                               "neither this access nor the one at %s, which is to the same memory, happens before the "
                               "other, and at least one of them writes",
                               text_string(&text));
    } else {
        machine_append_thread(thread->id, &text);
        flow = machine_violate(machine, thread, PROPERTY_RACE,
                               "neither this access nor the end of %s, with which this memory ends, happens before the "
                               "other",
                               text_string(&text));
        race.position = race.other_position;
        race.other_position = 0;
    }
    text_free(&text);
    machine->outcome.violation.position = race.position;
    machine->outcome.violation.other = race.other;
    machine->outcome.violation.other_position = race.other_position;
    return flow;
}

Flow weak_memory_end_operation(Machine *machine, Thread *thread, Flow flow)
{
    if (machine->outcome.status != MACHINE_RUNNING)
        return FLOW_END;
    return machine->weak->raced ? report_race(machine, thread) : flow;
}

// --- Waiting loops

void weak_memory_begin_round(Machine *machine, const Thread *thread)
{
    WeakMemory *weak = writable(machine);
    WeakThread *own = thread_at(weak, thread->id);
    clock_set(&own->round_known, thread_clocks_at(&weak->synchronisation.clocks, thread->id));
    progress_copy(&own->round, &own->progress);
    own->round_stamp = weak->graph.stamps;
}

// Whether an update has left the value as it was, and only what the thread itself did in the round has read that.
static bool is_update_unseen(const Graph *graph, uint32_t update, uint32_t first)
{
    const GraphEvent *event = graph_event(graph, update);
    const GraphEvent *source = event->source == NO_EVENT ? NULL : graph_event(graph, event->source);
    if (!source || source->value != event->value || source->term != event->term)
        return false;
    for (uint32_t i = event->readers; i != NO_EVENT; i = graph_event(graph, i)->next_reader)
        if (graph_event(graph, i)->thread != event->thread || graph_event(graph, i)->number < first)
            return false;
    return true;
}

bool weak_memory_is_round_unseen(const Machine *machine, const Thread *thread)
{
    const Graph *graph = &machine->weak->graph;
    uint32_t first = find_thread(machine->weak, thread->id)->round.number;
    for (uint32_t i = graph->events.count; i-- > 0;) {
        const GraphEvent *event = graph_event(graph, i);
        if (event->thread != thread->id || event->dropped)
            continue;
        if (event->number < first)
            break;
        if (event->writes && !is_update_unseen(graph, i, first))
            return false;
    }
    return true;
}

// The time of the thread does not go back: what it did in the round is remembered where races are looked for.
void weak_memory_take_back_round(Machine *machine, const Thread *thread)
{
    WeakMemory *weak = writable(machine);
    WeakThread *own = thread_at(weak, thread->id);
    Graph *graph = &weak->graph;
    for (uint32_t i = graph->events.count; i-- > 0;) {
        if (graph_event(graph, i)->thread != thread->id || graph_event(graph, i)->dropped)
            continue;
        if (graph_event(graph, i)->number < own->round.number)
            break;
        graph_drop_event(graph, i);
    }
    Clock *known = thread_clocks_at(&weak->synchronisation.clocks, thread->id);
    uint32_t time = clock_time(known, thread->id);
    clock_set(known, &own->round_known);
    known->data[thread->id] = time;
    progress_copy(&own->progress, &own->round);
}

void weak_memory_expect_new(Machine *machine, const Thread *thread)
{
    WeakThread *own = thread_at(writable(machine), thread->id);
    own->progress.since = own->round_stamp + 1;
}

bool weak_memory_is_location(const Machine *machine, uint64_t address)
{
    return graph_find_location(&machine->weak->graph, address) != NO_LOCATION;
}

bool weak_memory_offers_other(const Machine *machine, const Thread *thread, const SpinRead *read, bool also_older)
{
    const WeakMemory *weak = machine->weak;
    const Graph *graph = &weak->graph;
    const Clock *clock = clock_of(weak, thread->id);
    uint32_t location = graph_find_location(graph, read->address);
    uint32_t since = find_thread(weak, thread->id)->round_stamp;
    for (uint32_t write = graph_next_older(graph, location, NO_EVENT, clock, FORM_READ); write != NO_EVENT;
         write = graph_next_older(graph, location, write, clock, FORM_READ)) {
        const GraphEvent *event = graph_event(graph, write);
        bool new =
            event->stamp > since && event->thread != thread->id; // what it wrote in the round goes with the round
        if ((also_older || new) && (event->value != read->value || event->term != read->content))
            return true;
    }
    return false;
}
