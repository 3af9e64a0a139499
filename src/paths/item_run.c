#include "paths/item_run.h"

#include "base/fail.h"

enum {
    EVENT_LIMIT = 20000,         // of a run: no formula is made of more
    QUANTUM = 2000,              // steps of one thread in a row while others could go on
    INSTRUCTION_LIMIT = 2000000, // of one run, unless the user says
};

static void note_event(void *context, const Machine *machine, const Event *event)
{
    ItemRun *run = context;
    run->position = event->position;
    if (event->kind == EVENT_violation && (run->guided.options.properties & PROPERTY_BIT(event->property)))
        vector_push(&run->violations, (RunViolation){event->property, event->position, run->guided.choices.count});
    // So that events know their steps.
    for (uint32_t i = run->trace->schedule.count; i < run->guided.choices.count; i++)
        vector_push(&run->trace->schedule, run->guided.choices.data[i]);
    trace_sink(&run->recorder, machine, event);
}

// Whether the thread could come to stand in an atomic section for good, where it keeps all others from going on.
static bool may_stay_in_section(const Machine *machine, uint32_t id)
{
    return machine_pending(machine, id).kind == EVENT_atomic_begin || machine_thread_in_section(machine, id);
}

// A thread goes on for as long as it can; the end of the process comes last, because it cuts off what the others would
// do. If `leaver` can end it, it does, and nobody keeps it from that.
static bool choose_thread(const Machine *machine, uint32_t leaver, uint32_t *current, uint64_t *steps)
{
    bool can_leave = leaver != NO_THREAD && machine_alternatives(machine, leaver);
    uint32_t count = machine_thread_count(machine), leaving = NO_THREAD, yielding = NO_THREAD;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t id = (*current + i) % count;
        if (!machine_alternatives(machine, id) || (!i && *steps >= QUANTUM))
            continue;
        if (machine_pending(machine, id).kind == EVENT_process_exit) {
            leaving = can_leave ? leaver : id;
            continue;
        }
        if (can_leave && may_stay_in_section(machine, id))
            continue;
        if (!i && machine_thread_yields(machine, id)) {
            yielding = id;
            continue;
        }
        *steps = i ? 0 : *steps + 1;
        *current = id;
        return true;
    }
    uint32_t last = yielding != NO_THREAD ? yielding : leaving;
    *steps = 0;
    if (last == NO_THREAD)
        return machine_alternatives(machine, *current) > 0;
    *current = last;
    return true;
}

static void note_endless(ItemRun *run, RoundKind kind)
{
    run->endless = true;
    rounds_describe(run->guided.options.rounds, machine_program(run->guided.machine), kind, ROUNDS_OF_ANY_THREAD,
                    run->position, &run->repeated);
}

// `leaver`: as the guide names it.
static void run_freely(ItemRun *run, uint32_t leaver, Limits *limits)
{
    Machine *machine = run->guided.machine;
    uint32_t current = run->guided.choices.count ? vector_last(&run->guided.choices).thread : 0;
    uint64_t steps = 0;
    leaver = leaver < run->guided.ids.count ? run->guided.ids.data[leaver] : NO_THREAD;
    while (machine_status(machine) == MACHINE_RUNNING && limits_exceeded(limits) == LIMIT_NONE &&
           choose_thread(machine, leaver, &current, &steps)) {
        if (machine_reported_event_count(machine) > EVENT_LIMIT) {
            note_endless(run, ROUNDS_OF_EVENTS);
            return;
        }
        guided_run_step(&run->guided, (Choice){current, 0});
    }
}

// Every value read is pinned, and that is all the run depended on.
static void pin_reads(Trace *trace)
{
    VECTOR(TraceEvent) events = {0};
    VECTOR(uint64_t) decided = {0};
    vector_resize(&decided, trace->thread_names.count);
    for (uint32_t i = 0; i < trace->events.count; i++) {
        TraceEvent event = trace->events.data[i];
        if (event.kind == EVENT_branch || event.kind == EVENT_pin)
            continue;
        if (event.kind == EVENT_assume || event.kind == EVENT_check)
            event.number = decided.data[event.thread]++;
        vector_push(&events, event);
        if (!event.read)
            continue;
        uint64_t value = event_kind_writes(event.kind) ? event.previous : event.value;
        uint32_t width = term_width(trace->terms, event.read);
        TraceEvent pin = event;
        pin.kind = EVENT_pin;
        pin.index = event.index + 1;
        pin.term = term_equal(trace->terms, event.read, term_constant(trace->terms, width, value));
        pin.content = event.read;
        pin.read = NO_TERM;
        pin.value = width < 64 ? value & ((UINT64_C(1) << width) - 1) : value;
        pin.number = decided.data[event.thread]++;
        vector_push(&events, pin);
    }
    trace->events.count = 0;
    for (uint32_t i = 0; i < events.count; i++)
        vector_push(&trace->events, events.data[i]);
    vector_free(&events);
    vector_free(&decided);
}

void item_run_execute(ItemRun *run, const EngineTask *task, bool one_input, bool reads, const WorkItem *item)
{
    MachineOptions options = task->machine;
    options.terms = terms_create();
    options.rounds = rounds_create();
    options.symbolic_reads = options.refuse_interrupts = true;
    options.silent_setup = true;
    options.concrete_inputs = one_input;
    options.go_on = true;
    options.stay_waiting = true;
    options.error_branches = true;
    if (options.instruction_limit == UINT64_MAX)
        options.instruction_limit = INSTRUCTION_LIMIT;
    run->trace = trace_create();
    run->recorder.trace = run->trace;
    trace_set_program(run->trace, task->origin);
    run->trace->terms = options.terms;
    Guide guide = item->guide;
    guide.last = NO_THREAD;
    if (task->machine.inputs) {
        guide.inputs.named = task->machine.inputs->named;
        guide.inputs.ordered = task->machine.inputs->ordered;
    }
    guided_run_execute(&run->guided, task->program, &options, &guide, note_event, run);
    if (run->guided.end == GUIDED_RUN_DIVERGED && !item->approximate &&
        machine_status(run->guided.machine) == MACHINE_RUNNING && limits_exceeded(task->limits) == LIMIT_NONE)
        INTERNAL_ERROR("a run cannot follow the prefix of its path");
    run->guided.guide = &item->guide;
    run_freely(run, item->guide.last, task->limits);
    // A loop may go on without giving other threads a chance.
    if (!run->endless && machine_was_too_long(run->guided.machine))
        note_endless(run, ROUNDS_OF_INSTRUCTIONS);
    trace_finish(&run->recorder, run->guided.machine, NULL);
    run->path = path_fingerprint(run->trace);
    if (reads)
        pin_reads(run->trace);
}

void item_run_free(ItemRun *run)
{
    rounds_free(run->guided.options.rounds);
    guided_run_free(&run->guided);
    text_free(&run->repeated);
    trace_free(run->trace);
    vector_free(&run->violations);
}

// --- The same run again

typedef VECTOR(uint32_t) EventCounts; // by thread

static void count_event(void *context, const Machine *machine, const Event *event)
{
    EventCounts *counts = context;
    (void)machine;
    if (!event_kind_counts(event->kind))
        return;
    if (event->thread >= counts->count)
        vector_resize(counts, event->thread + 1);
    counts->data[event->thread] = event->index + 1;
}

// How many events the thread of a step has made when the step is done; 0: it makes none.
static uint32_t events_after_step(const Trace *trace, uint32_t step, uint32_t thread)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = &trace->events.data[i];
        if (event->step == step && event->thread == thread && event_kind_counts(event->kind))
            count = event->index + 1;
    }
    return count;
}

// Takes the steps of the run on a machine that does not go on after a violation. Where a thread is alone it takes
// several steps of the run as one.
static void repeat_steps(RepeatedRun *repeated, const ItemRun *run, const EventCounts *counts)
{
    for (uint32_t i = 0; i < run->violations.data[0].choices && machine_status(repeated->machine) == MACHINE_RUNNING;
         i++) {
        Choice choice = run->guided.choices.data[i];
        uint32_t after = events_after_step(run->trace, i, choice.thread);
        bool done = after && choice.thread < counts->count && counts->data[choice.thread] >= after;
        if (done || choice.alternative >= machine_alternatives(repeated->machine, choice.thread))
            continue;
        machine_step(repeated->machine, choice);
        vector_push(&repeated->choices, choice);
    }
}

void item_run_repeat(RepeatedRun *repeated, const ItemRun *run, const Program *program, const MachineOptions *concrete)
{
    uint32_t count;
    const InputValue *inputs = machine_inputs(run->guided.machine, &count);
    repeated->inputs.exact = true;
    for (uint32_t i = 0; i < count; i++)
        vector_push(&repeated->inputs.ordered, inputs[i].value);
    repeated->options = *concrete;
    repeated->options.inputs = &repeated->inputs;
    EventCounts counts = {0};
    repeated->machine = machine_create_observed(program, &repeated->options, count_event, &counts);
    repeat_steps(repeated, run, &counts);
    machine_observe(repeated->machine, NULL, NULL);
    vector_free(&counts);
}

void repeated_run_free(RepeatedRun *repeated)
{
    machine_free(repeated->machine);
    vector_free(&repeated->choices);
    input_plan_free(&repeated->inputs);
}
