#include "steps/local_paths.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/memory.h"
#include "base/none.h"

enum {
    EVENT_LIMIT = 2000,   // of one way
    NODE_LIMIT = 200000,  // of one thread
    THREAD_LIMIT = 10000, // with what they may begin with
};

// One run of a thread on its own.
typedef struct LocalRun {
    LocalProgram *program;
    uint32_t thread; // index into the program's threads
    uint32_t id;
    VECTOR(Event) events;             // of the thread
    DictatedReads reads;              // what it and its creator read, as it came
    VECTOR(Event) beginnings;         // start events of others
    VECTOR(uint32_t) beginning_reads; // parallel: how many of `reads` came before
} LocalRun;

static void note_long(LocalProgram *program, const Machine *machine, uint32_t thread)
{
    Text repeated = {0};
    rounds_describe(program->options.rounds, program->task->program, ROUNDS_OF_EVENTS, thread,
                    machine_thread_position(machine, thread), &repeated);
    coverage_note_unknown(program->coverage, "bound: %s makes a way of a thread too long", text_string(&repeated));
    text_free(&repeated);
}

static void note_unknown(LocalProgram *program, const char *reason)
{
    coverage_note_unknown(program->coverage, "%s", reason);
}

bool local_is_place(const LocalNode *node)
{
    return node->kind == LOCAL_EVENT && node->event.kind != EVENT_publish;
}

void dictated_reads_add(DictatedReads *reads, const Event *event)
{
    if (event->kind == EVENT_read || event->kind == EVENT_update || (event->kind == EVENT_join && event->read))
        vector_push(reads, (DictatedRead){event->thread, event->index,
                                          event->kind == EVENT_update ? event->previous : event->value});
}

// --- Running

static void note_publication(LocalRun *run, const Machine *machine, const Event *event)
{
    for (uint32_t done = 0; done < event->size; done += 8) {
        Event part = *event;
        part.address += done;
        part.size = event->size - done < 8 ? event->size - done : 8;
        part.term = machine_content(machine, part.address, part.size);
        vector_push(&run->events, part);
    }
}

static void note_event(void *context, const Machine *machine, const Event *event)
{
    LocalRun *run = context;
    if (event->thread == run->id || event->thread == 0)
        dictated_reads_add(&run->reads, event);
    if (event->kind == EVENT_start && event->thread != run->id) {
        vector_push(&run->beginnings, *event);
        vector_push(&run->beginning_reads, run->reads.count);
    }
    if (event->thread != run->id)
        return;
    if (event->kind == EVENT_publish)
        note_publication(run, machine, event);
    else
        vector_push(&run->events, *event);
}

static bool can_go_on(const Machine *machine, uint32_t id)
{
    return machine_status(machine) == MACHINE_RUNNING && machine_alternatives(machine, id) &&
           machine_pending(machine, id).kind != EVENT_process_exit;
}

static LocalKind end_of(LocalProgram *program, const LocalRun *run, const Machine *machine, Event *event)
{
    EventKind last = run->events.count ? vector_last(&run->events).kind : EVENT_KIND_COUNT;
    if (last == EVENT_exit && !run->id && program_has_exit_handlers(program->task->program))
        note_unknown(program, "the step encoding does not know exit handlers that the last thread runs");
    if (last == EVENT_violation || last == EVENT_exit)
        return last == EVENT_exit ? LOCAL_ENDED : LOCAL_VIOLATES;
    if (machine_status(machine) != MACHINE_RUNNING && machine_status(machine) != MACHINE_DISCARDED)
        return LOCAL_RESTS;
    Pending pending = machine_pending(machine, run->id);
    event->kind = pending.kind;
    event->address = pending.address;
    if (pending.kind == EVENT_process_exit)
        return LOCAL_RESTS;
    if (can_go_on(machine, run->id))
        note_long(program, machine, run->id);
    if (pending.kind == EVENT_retry)
        return machine_thread_idles(machine, run->id) ? LOCAL_RESTS : LOCAL_RETRIES;
    if (machine_thread_waits(machine, run->id) && pending.kind == EVENT_lock)
        return LOCAL_WAITS;
    if (machine_thread_waits(machine, run->id) && pending.kind != EVENT_assume) {
        Text reason = {0};
        text_format(&reason, "the step encoding does not know %s", event_kind_name(pending.kind));
        note_unknown(program, text_string(&reason));
        text_free(&reason);
    }
    return LOCAL_RESTS;
}

static void step(LocalProgram *program, Machine *machine, uint32_t id)
{
    bool waits = machine_pending(machine, id).kind == EVENT_wait; // which it does not know however it goes
    if (machine_alternatives(machine, id) > 1 && !waits)
        note_unknown(program, "the step encoding does not know an operation that may go either way");
    machine_step(machine, (Choice){id, 0});
}

// Runs the thread to its end, with the values that are dictated; before it its creator, as far as needed.
static LocalNode run_thread(LocalProgram *program, LocalRun *run)
{
    program->options.rounds = rounds_create();
    Machine *machine = machine_create_observed(program->task->program, &program->options, note_event, run);
    while (machine_thread_count(machine) <= run->id && can_go_on(machine, 0))
        step(program, machine, 0);
    while (machine_thread_count(machine) > run->id && can_go_on(machine, run->id) && run->events.count < EVENT_LIMIT &&
           limits_exceeded(program->task->limits) == LIMIT_NONE)
        step(program, machine, run->id);
    LocalNode end = {.kind = LOCAL_RESTS};
    if (machine_thread_count(machine) <= run->id)
        note_unknown(program, "a thread that is not created again");
    else
        end.kind = end_of(program, run, machine, &end.event);
    program->runs++;
    program->events += machine_event_count(machine);
    coverage_add(program->coverage, machine);
    machine_free(machine);
    rounds_free(program->options.rounds);
    program->options.rounds = NULL;
    return end;
}

// --- The tree

static uint32_t add_node(LocalThread *thread, uint32_t parent, LocalNode node)
{
    node.parent = parent;
    vector_push(&thread->nodes, node);
    return thread->nodes.count - 1;
}

static uint32_t find_thread(const LocalProgram *program, uint32_t id, uint64_t function, uint64_t argument)
{
    for (uint32_t i = 0; i < program->threads.count; i++) {
        const LocalThread *thread = program->threads.data[i];
        if (thread->id == id && thread->function == function && thread->argument == argument)
            return i;
    }
    return NONE;
}

// The thread that a run created, on the way that the run has gone.
static uint32_t find_created(LocalProgram *program, const LocalRun *run, uint32_t id)
{
    for (uint32_t i = 0; i < run->beginnings.count; i++) {
        const Event *start = &run->beginnings.data[i];
        if (start->thread != id)
            continue;
        uint32_t found = find_thread(program, id, start->function, start->value);
        if (found != NONE)
            return found;
        LocalThread *thread = memory_allocate_zeroed(sizeof *thread);
        thread->id = id;
        thread->function = start->function;
        thread->argument = start->value;
        for (uint32_t j = 0; j < run->beginning_reads.data[i]; j++)
            vector_push(&thread->creator, run->reads.data[j]);
        vector_push(&program->threads, thread);
        return program->threads.count - 1;
    }
    INTERNAL_ERROR("a thread that did not start was created");
}

// Follows the way that holds, or adds one. Returns the decision's way.
static uint32_t find_way(LocalThread *thread, uint32_t node, Term condition)
{
    for (uint32_t i = 0; i < thread->nodes.data[node].ways.count; i++)
        if (thread->nodes.data[node].ways.data[i].condition == condition)
            return i;
    vector_push(&thread->nodes.data[node].ways, (LocalWay){condition, NONE});
    return thread->nodes.data[node].ways.count - 1;
}

// The way that leads from a node to the next one, which is made if there is none.
typedef struct LocalEdge {
    uint32_t node, way;
} LocalEdge;

static uint32_t go_on(LocalProgram *program, LocalThread *thread, LocalEdge edge, LocalNode fresh)
{
    uint32_t next = thread->nodes.data[edge.node].ways.data[edge.way].node;
    if (next == NONE) {
        next = add_node(thread, edge.node, fresh);
        thread->nodes.data[edge.node].ways.data[edge.way].node = next;
        if (fresh.kind == LOCAL_DECISION && !fresh.lazy)
            vector_push(&thread->undecided, next);
    }
    // Which accesses are visible can depend on values that nobody decided about.
    if (thread->nodes.data[next].kind != fresh.kind && !program->options.rules.share_everything)
        program->coverage->escaped = true;
    else if (thread->nodes.data[next].kind != fresh.kind)
        note_unknown(program, "the step encoding does not know what a thread does on values that it does not look at");
    return next;
}

static bool ends_way(EventKind kind)
{
    return kind == EVENT_violation || kind == EVENT_process_exit;
}

static bool came_before(const LocalRun *run, uint32_t decision)
{
    for (uint32_t i = 0; i < decision; i++)
        if (event_kind_is_condition(run->events.data[i].kind) &&
            run->events.data[i].position == run->events.data[decision].position)
            return true;
    return false;
}

static void note_symbol(void *context, Term symbol)
{
    LocalRun *run = context;
    const uint64_t *reader = map_find(&run->program->reads.readers, symbol);
    if (!reader || *reader != run->id)
        note_unknown(run->program, "the step encoding does not know what the library tells one thread of another");
}

static void insert_run(LocalProgram *program, LocalRun *run, LocalNode end)
{
    uint32_t mark = terms_new_mark(program->terms);
    LocalThread *thread = program->threads.data[run->thread];
    LocalEdge edge = {0, find_way(thread, 0, NO_TERM)};
    uint32_t events = 0;
    for (uint32_t i = 0; i < run->events.count && !ends_way(run->events.data[i].kind); i++) {
        const Event *event = &run->events.data[i];
        LocalNode fresh = {.kind = LOCAL_EVENT, .event = *event};
        if (event->term)
            term_each_symbol(program->terms, event->term, mark, note_symbol, run);
        if (event_kind_is_condition(event->kind)) {
            fresh.kind = LOCAL_DECISION;
            fresh.lazy = event->kind == EVENT_pin || came_before(run, i) ||
                         (event->kind == EVENT_check && event->property == PROPERTY_MEMORY); // pins an address then
        }
        if (event->kind == EVENT_input && run->id && program->options.inputs && program->options.inputs->ordered.count)
            note_unknown(program, "the step encoding does not know who reads which of the inputs given by their order");
        if (event->kind == EVENT_create && run->id)
            note_unknown(program, "the step encoding does not know threads created by other threads than main");
        uint32_t created = event->kind == EVENT_create ? find_created(program, run, event->other) : NONE;
        uint32_t node = go_on(program, thread, edge, fresh);
        if (created != NONE)
            thread->nodes.data[node].created = created;
        edge = (LocalEdge){node, find_way(thread, node, fresh.kind == LOCAL_DECISION ? event->term : NO_TERM)};
        events += local_is_place(&fresh);
    }
    if (end.kind == LOCAL_VIOLATES)
        end.event = vector_last(&run->events);
    go_on(program, thread, edge, end);
    if (events + 1 > thread->longest)
        thread->longest = events + 1;
}

static void make_run(LocalProgram *program, uint32_t thread, const DictatedReads *reads)
{
    const LocalThread *local = program->threads.data[thread];
    LocalRun run = {.program = program, .thread = thread, .id = local->id};
    local_reads_forget_values(&program->reads);
    program->reads.thread = local->id;
    for (uint32_t i = 0; i < local->creator.count; i++) {
        const DictatedRead *read = &local->creator.data[i];
        *local_reads_value(&program->reads, read->thread, read->index) = read->value;
    }
    for (uint32_t i = 0; i < reads->count; i++)
        *local_reads_value(&program->reads, reads->data[i].thread, reads->data[i].index) = reads->data[i].value;
    LocalNode end = run_thread(program, &run);
    if (!program->coverage->escaped && limits_exceeded(program->task->limits) == LIMIT_NONE)
        insert_run(program, &run, end);
    vector_free(&run.events);
    vector_free(&run.reads);
    vector_free(&run.beginnings);
    vector_free(&run.beginning_reads);
}

// --- Finding the other ways

// What holds on the way to a node, and values for what is read there if it can be that none of its ways is taken.
static bool find_other_way(LocalProgram *program, const LocalThread *thread, uint32_t node, DictatedReads *reads)
{
    VECTOR(Literal) assumptions = {0};
    const LocalNode *decision = &thread->nodes.data[node];
    for (uint32_t i = 0; i < decision->ways.count; i++)
        vector_push(&assumptions, -solver_literal(program->solver, decision->ways.data[i].condition));
    for (uint32_t i = node; thread->nodes.data[i].parent != i; i = thread->nodes.data[i].parent) {
        const LocalNode *parent = &thread->nodes.data[thread->nodes.data[i].parent];
        for (uint32_t j = 0; parent->kind == LOCAL_DECISION && j < parent->ways.count; j++)
            if (parent->ways.data[j].node == i)
                vector_push(&assumptions, solver_literal(program->solver, parent->ways.data[j].condition));
    }
    bool found = solver_solve(program->solver, assumptions.data, assumptions.count) == SOLVE_SATISFIED;
    vector_free(&assumptions);
    for (uint32_t i = node; found && thread->nodes.data[i].parent != i; i = thread->nodes.data[i].parent) {
        const Event *event = &thread->nodes.data[i].event;
        if (thread->nodes.data[i].kind == LOCAL_EVENT && event->read)
            vector_push(reads,
                        (DictatedRead){event->thread, event->index, solver_term_value(program->solver, event->read)});
    }
    return found;
}

static bool gave_up(const LocalProgram *program)
{
    return program->coverage->unknown.length || program->coverage->escaped ||
           limits_exceeded(program->task->limits) != LIMIT_NONE;
}

static void explore_thread(LocalProgram *program, uint32_t number)
{
    LocalThread *thread = program->threads.data[number];
    while (thread->undecided.count && !gave_up(program)) {
        uint32_t node = vector_last(&thread->undecided), known = thread->nodes.data[node].ways.count;
        DictatedReads reads = {0};
        if (find_other_way(program, thread, node, &reads)) {
            make_run(program, number, &reads);
            if (!gave_up(program) && thread->nodes.data[node].ways.count == known)
                INTERNAL_ERROR("a thread on its own does not go another way");
        } else {
            vector_drop(&thread->undecided);
        }
        vector_free(&reads);
        if (thread->nodes.count > NODE_LIMIT)
            note_unknown(program, "bound: a thread has too many ways");
    }
}

// The first thread that has not been run, or has ways left to look for.
static uint32_t find_unfinished(const LocalProgram *program)
{
    for (uint32_t i = 0; i < program->threads.count && i < THREAD_LIMIT; i++)
        if (program->threads.data[i]->undecided.count || !program->threads.data[i]->nodes.count)
            return i;
    return NONE;
}

static void explore(LocalProgram *program)
{
    uint32_t number;
    while (!gave_up(program) && (number = find_unfinished(program)) != NONE) {
        LocalThread *thread = program->threads.data[number];
        if (!thread->nodes.count) {
            add_node(thread, 0, (LocalNode){.kind = LOCAL_BEGIN});
            make_run(program, number, &(DictatedReads){0});
        }
        explore_thread(program, number);
    }
    if (program->threads.count >= THREAD_LIMIT)
        note_unknown(program, "bound: there are too many threads");
}

void local_program_create(LocalProgram *out, const EngineTask *task, Coverage *coverage)
{
    out->task = task;
    out->coverage = coverage;
    out->terms = terms_create();
    out->solver = solver_create(out->terms, task->limits);
    out->options = task->machine;
    out->options.terms = out->terms;
    out->options.local = &out->reads;
    out->options.symbolic_reads = out->options.concrete_inputs = out->options.refuse_interrupts = true;
    out->options.go_on = out->options.stay_waiting = out->options.plain_branches = true;
    vector_push(&out->threads, memory_allocate_zeroed(sizeof(LocalThread)));
    explore(out);
}

void local_program_extend(LocalProgram *program, uint32_t thread, const DictatedReads *reads)
{
    make_run(program, thread, reads);
    explore(program);
}

void local_program_free(LocalProgram *program)
{
    for (uint32_t i = 0; i < program->threads.count; i++) {
        LocalThread *thread = program->threads.data[i];
        for (uint32_t j = 0; j < thread->nodes.count; j++)
            vector_free(&thread->nodes.data[j].ways);
        vector_free(&thread->nodes);
        vector_free(&thread->undecided);
        vector_free(&thread->creator);
        free(thread);
    }
    vector_free(&program->threads);
    local_reads_free(&program->reads);
    solver_free(program->solver);
    terms_free(program->terms);
}
