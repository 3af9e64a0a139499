// The machine runs one thread at a time, up to the next operation that others could notice. So does the native program:
// the plan is a list of segments, each of which lets one thread run until it has passed a number of points. Where a
// thread must stop in the end is where it next does something that the machine reported or was asked about, or where it
// stood at the end.
#include "native/plan.h"

#include <inttypes.h>

#include "native/runtime/native_interface.h"
#include "run/execution.h"

// The thread did something at its point of that number.
typedef struct Turn {
    uint32_t thread;
    uint64_t point;
    uint64_t step; // how much it had done at this point before
    bool ends;     // it waits then
} Turn;

typedef struct ThreadProgress {
    uint64_t point, steps; // the last point, and what was done at it
    uint64_t stop, step;   // while segments are made, from the last to the first: where the next one begins
} ThreadProgress;

typedef struct PlanBuilder {
    const Program *program;
    VECTOR(Turn) turns;
    VECTOR(NativeInput) inputs;
    VECTOR(NativeOutcome) outcomes;
    VECTOR(NativeStep) steps;
    VECTOR(NativeSegment) segments;
    VECTOR(ThreadProgress) threads;
    uint32_t closing;
    uint64_t violation_point;
} PlanBuilder;

static void add_turn(PlanBuilder *builder, uint32_t thread, uint64_t point)
{
    if (thread >= builder->threads.count)
        vector_resize(&builder->threads, thread + 1);
    ThreadProgress *progress = &builder->threads.data[thread];
    if (progress->point != point)
        *progress = (ThreadProgress){.point = point};
    vector_push(&builder->turns, (Turn){.thread = thread, .point = point, .step = progress->steps});
}

static NativeInputKind input_kind(const PlanBuilder *builder, const Machine *machine, uint32_t thread)
{
    uint32_t function, instruction;
    machine_thread_place(machine, thread, &function, &instruction);
    switch (builder->program->functions.data[function].instructions[instruction].opcode) {
    case OP_uninitialised:
        return NATIVE_INPUT_ARBITRARY;
    case OP_call:
    case OP_call_indirect:
        return NATIVE_INPUT_CALL;
    default:
        return NATIVE_INPUT_MEMORY;
    }
}

static void note_step(PlanBuilder *builder, const Machine *machine, const Event *event, uint64_t point)
{
    if (event_kind_accesses(event->kind) && machine_thread_copies(machine, event->thread))
        vector_push(&builder->steps, (NativeStep){.thread = event->thread,
                                                  .point = point,
                                                  .kind = event->kind == EVENT_read ? NATIVE_READ : NATIVE_WRITE,
                                                  .address = event->address,
                                                  .size = event->size});
}

static void observe_event(void *context, const Machine *machine, const Event *event)
{
    PlanBuilder *builder = context;
    uint64_t point = machine_thread_points(machine, event->thread);
    NativeOutcome outcome = {.thread = event->thread, .point = point};
    switch (event->kind) {
    case EVENT_input:
        vector_push(&builder->inputs, (NativeInput){.kind = input_kind(builder, machine, event->thread),
                                                    .thread = event->thread,
                                                    .point = point,
                                                    .bits = event->size,
                                                    .value = event->value,
                                                    .name = event->name ? event->name : ""});
        return;
    case EVENT_wake: // the doing of others
        outcome.kind = NATIVE_OUTCOME_WAKE;
        outcome.value = event->value;
        vector_push(&builder->outcomes, outcome);
        return;
    case EVENT_signal:
        outcome.kind = NATIVE_OUTCOME_SIGNAL;
        outcome.value = event->other == NO_THREAD ? 0 : event->other + 1;
        vector_push(&builder->outcomes, outcome);
        break;
    case EVENT_violation:
        builder->violation_point = point;
        if (event->property == PROPERTY_DEADLOCK)
            return;
        break;
    case EVENT_retry:
        return;
    default:
        break;
    }
    note_step(builder, machine, event, point);
    add_turn(builder, event->thread, point);
    builder->threads.data[event->thread].steps++;
    vector_last(&builder->turns).ends = event->kind == EVENT_wait;
}

static void step(PlanBuilder *builder, Machine *machine, Choice choice)
{
    uint64_t point = machine_thread_points(machine, choice.thread);
    EventKind kind = machine_pending(machine, choice.thread).kind;
    if (kind != EVENT_wake) // which is the end of a wait by itself; the thread runs when it takes the mutex again
        add_turn(builder, choice.thread, point);
    if (choice.alternative && kind != EVENT_signal && kind != EVENT_wait) // of these the events tell what was chosen
        vector_push(&builder->outcomes,
                    (NativeOutcome){.kind = NATIVE_OUTCOME_FAILURE, .thread = choice.thread, .point = point});
    machine_step(machine, choice);
}

// Where the thread stands at the end: before the operation of its last point, or after it.
static uint64_t final_limit(const PlanBuilder *builder, const Machine *machine, const Trace *trace, uint32_t thread)
{
    uint64_t points = machine_thread_points(machine, thread);
    bool together =
        trace->end == TRACE_VIOLATION && (trace->property == PROPERTY_DEADLOCK || trace->property == PROPERTY_RACE);
    bool acts = !together && builder->turns.count && vector_last(&builder->turns).thread == thread;
    if (acts || machine_thread_finished(machine, thread))
        return UINT64_MAX;
    EventKind kind = machine_pending(machine, thread).kind;
    return kind == EVENT_retry || kind == EVENT_assume || !points ? points : points - 1;
}

static void make_segments(PlanBuilder *builder, const Machine *machine, const Trace *trace)
{
    vector_resize(&builder->threads, machine_thread_count(machine));
    for (uint32_t i = 0; i < builder->threads.count; i++) {
        builder->threads.data[i].stop = final_limit(builder, machine, trace, i);
        builder->threads.data[i].step = builder->threads.data[i].steps;
    }
    VECTOR(NativeSegment) reversed = {0};
    for (uint32_t i = builder->turns.count; i-- > 0;) {
        Turn turn = builder->turns.data[i];
        ThreadProgress *next = &builder->threads.data[turn.thread];
        bool goes_on = !turn.ends && i + 1 < builder->turns.count && builder->turns.data[i + 1].thread == turn.thread;
        bool inside = next->stop < turn.point;
        if (!goes_on)
            vector_push(&reversed, (NativeSegment){.thread = turn.thread,
                                                   .limit = inside ? turn.point : next->stop,
                                                   .step = inside ? next->step : 0});
        next->stop = turn.point ? turn.point - 1 : 0;
        next->step = turn.step;
    }
    while (reversed.count)
        vector_push(&builder->segments, vector_pop(&reversed));
    vector_free(&reversed);
}

// In a deadlock the threads that cannot go on are let run into it.
static void add_closing_segments(PlanBuilder *builder, const Machine *machine, const Trace *trace)
{
    enum { SPIN_POINTS = 1000 };
    builder->closing = builder->segments.count;
    if (trace->end != TRACE_VIOLATION || trace->property != PROPERTY_DEADLOCK)
        return;
    for (uint32_t i = 0; i < machine_thread_count(machine); i++) {
        if (machine_thread_finished(machine, i) || machine_alternatives(machine, i))
            continue;
        uint64_t points = machine_thread_points(machine, i);
        EventKind kind = machine_pending(machine, i).kind;
        if (kind == EVENT_retry)
            points += SPIN_POINTS;
        if (kind != EVENT_assume)
            vector_push(&builder->segments,
                        (NativeSegment){.thread = i, .limit = points, .spins = kind == EVENT_retry});
    }
}

static void append_string(const char *text, Text *out)
{
    text_append_character(out, '"');
    for (; *text; text++)
        if (*text == '"' || *text == '\\' || (unsigned char)*text < ' ' || (unsigned char)*text >= 0x7f || *text == '?')
            text_format(out, "\\%03o", (unsigned char)*text);
        else
            text_append_character(out, *text);
    text_append_character(out, '"');
}

static void append_lists(const PlanBuilder *builder, Text *out)
{
    text_append(out, "static const NativeSegment segments[] = {\n");
    for (uint32_t i = 0; i < builder->segments.count; i++)
        text_format(out, "    {%u, %lluu, %llu, %d},\n", builder->segments.data[i].thread,
                    builder->segments.data[i].limit, builder->segments.data[i].step, builder->segments.data[i].spins);
    text_append(out, "    {0, 0, 0, 0}};\nstatic const NativeInput inputs[] = {\n");
    for (uint32_t i = 0; i < builder->inputs.count; i++) {
        const NativeInput *input = &builder->inputs.data[i];
        text_format(out, "    {%d, %u, %llu, %u, 0x%llxu, ", (int)input->kind, input->thread, input->point, input->bits,
                    input->value);
        append_string(input->name, out);
        text_append(out, "},\n");
    }
    text_append(out, "    {0, 0, 0, 0, 0, 0}};\nstatic const NativeOutcome outcomes[] = {\n");
    for (uint32_t i = 0; i < builder->outcomes.count; i++) {
        const NativeOutcome *outcome = &builder->outcomes.data[i];
        text_format(out, "    {%d, %u, %llu, %llu},\n", (int)outcome->kind, outcome->thread, outcome->point,
                    outcome->value);
    }
    text_append(out, "    {0, 0, 0, 0}};\nstatic const NativeStep steps[] = {\n");
    for (uint32_t i = 0; i < builder->steps.count; i++) {
        const NativeStep *part = &builder->steps.data[i];
        text_format(out, "    {%u, %llu, %u, 0x%llxu, %llu},\n", part->thread, part->point, part->kind, part->address,
                    part->size);
    }
    text_append(out, "    {0, 0, 0, 0, 0}};\n");
}

static void append_plan(const PlanBuilder *builder, const Trace *trace, Text *out)
{
    bool violated = trace->end == TRACE_VIOLATION;
    Text place = {0};
    if (violated)
        trace_position_describe(&trace->where, &place);
    text_append(out, "#include \"native_interface.h\"\n\n");
    append_lists(builder, out);
    text_format(out, "const NativePlan native_plan = {segments, %u, %u, inputs, %u, outcomes, %u, steps, %u, %d, ",
                builder->segments.count, builder->closing, builder->inputs.count, builder->outcomes.count,
                builder->steps.count, trace->program.rules.extern_havoc);
    append_string(violated ? property_name(trace->property) : "", out);
    text_format(out, ", %u, %" PRIu64 ", ", violated ? trace->thread : 0, builder->violation_point);
    append_string(text_string(&place), out);
    text_append(out, ", ");
    append_string(trace->message ? trace->message : "", out);
    text_append(out, "};\n");
    text_free(&place);
}

const char *native_plan_append(const Program *program, const Trace *trace, Text *out)
{
    PlanBuilder builder = {.program = program};
    InputPlan inputs = {0};
    trace_input_plan(trace, &inputs);
    Facts *facts = facts_compute(program);
    MachineOptions options = execution_traced_options(&trace->program, facts, &inputs, NULL);
    // A thread that is part of a deadlock is told from one that could go on only while the machine still runs.
    options.properties &= ~PROPERTY_BIT(PROPERTY_DEADLOCK);
    Machine *machine = machine_create_observed(program, &options, observe_event, &builder);
    for (uint32_t i = 0; i < trace->schedule.count && machine_status(machine) == MACHINE_RUNNING; i++)
        step(&builder, machine, trace->schedule.data[i]);
    Violation race;
    bool apart = trace->end == TRACE_VIOLATION && trace->property == PROPERTY_RACE &&
                 (machine_status(machine) != MACHINE_RUNNING || !machine_find_race(machine, &race));
    make_segments(&builder, machine, trace);
    add_closing_segments(&builder, machine, trace);
    append_plan(&builder, trace, out);
    machine_free(machine);
    facts_free(facts);
    input_plan_free(&inputs);
    vector_free(&builder.turns);
    vector_free(&builder.inputs);
    vector_free(&builder.outcomes);
    vector_free(&builder.steps);
    vector_free(&builder.segments);
    vector_free(&builder.threads);
    return apart ? "the accesses of this race do not stand beside each other in the recorded run" : NULL;
}
