#include "run/execution.h"

#include "base/fail.h"
#include "machine/guards.h"
#include "run/schedule.h"

Observer observer_create(const TraceProgram *origin, bool detect_races)
{
    Observer observer = {.recorder.trace = trace_create(), .races = detect_races ? race_detector_create() : NULL};
    observer.recorder.stacks = true;
    trace_set_program(observer.recorder.trace, origin);
    return observer;
}

void observer_sink(void *context, const Machine *machine, const Event *event)
{
    Observer *observer = context;
    trace_sink(&observer->recorder, machine, event);
    if (observer->races)
        race_detector_event(observer->races, event);
}

Trace *observer_finish(Observer *observer, const Machine *machine)
{
    Violation race;
    RaceReport report;
    bool raced = false;
    if (observer->races && machine_status(machine) != MACHINE_VIOLATION) {
        raced = machine_status(machine) == MACHINE_RUNNING && machine_find_race(machine, &race);
        if (!raced && race_detector_found(observer->races, &report)) {
            raced = true;
            race = (Violation){.property = PROPERTY_RACE,
                               .thread = report.second_thread,
                               .position = report.second_position,
                               .message = "nothing orders this access and one by another thread to the same memory, "
                                          "and at least one of them writes"};
        }
    }
    trace_finish(&observer->recorder, machine, raced ? &race : NULL);
    race_detector_free(observer->races);
    return observer->recorder.trace;
}

// Whether the thread waits in a loop until something changes.
static bool waits_in_loop(const Machine *machine, uint32_t thread)
{
    uint64_t address;
    uint32_t size;
    return machine_waited_read(machine, thread, 0, &address, &size);
}

typedef VECTOR(Choice) ChoiceList;

// After a step: what it did at accesses before which a thread did not stop, each as a choice of its own.
static void record_parts(const MachineOptions *options, Observer *observer)
{
    if (!options->guards)
        return;
    for (uint32_t i = 0; i < options->guards->accesses.count; i++)
        trace_record_choice(&observer->recorder, (Choice){.thread = options->guards->accesses.data[i]});
    options->guards->accesses.count = 0;
}

// Executes the choices under observation. In a symbolic run, a write that leaves a value as it was ends the wait of who
// looks at it, if with other inputs the value would be another; here it does not. The round that followed there changed
// nothing, so that its choices are left out.
static Machine *follow(const Program *program, const MachineOptions *options, const Choice *choices, uint32_t count,
                       Observer *observer, bool *followed)
{
    Machine *machine = machine_create_observed(program, options, observer_sink, observer);
    record_parts(options, observer);
    *followed = true;
    for (uint32_t i = 0; i < count && machine_status(machine) == MACHINE_RUNNING; i++) {
        bool known = choices[i].thread < machine_thread_count(machine);
        uint32_t alternatives = known ? machine_alternatives(machine, choices[i].thread) : 0;
        if (known && !alternatives && waits_in_loop(machine, choices[i].thread))
            continue;
        if (choices[i].alternative >= alternatives) {
            *followed = false;
            break;
        }
        trace_record_choice(&observer->recorder, choices[i]);
        machine_step(machine, choices[i]);
        record_parts(options, observer);
    }
    return machine;
}

// The same choices for a machine whose threads stop before every access.
static ChoiceList part_steps(const EngineTask *task, const MachineOptions *options, const Choice *choices,
                             uint32_t count)
{
    bool followed;
    ChoiceList parts = {0};
    Observer observer = observer_create(task->origin, false);
    options->guards->noting = true;
    Machine *machine = follow(task->program, options, choices, count, &observer, &followed);
    options->guards->noting = false;
    Trace *trace = observer_finish(&observer, machine);
    for (uint32_t i = 0; i < trace->schedule.count; i++)
        vector_push(&parts, trace->schedule.data[i]);
    trace_free(trace);
    machine_free(machine);
    return parts;
}

Trace *execution_confirm(const EngineTask *task, const MachineOptions *machine_options, const Machine *found,
                         const Violation *race, const Choice *choices, uint32_t choice_count)
{
    InputPlan plan = {.exact = true};
    uint32_t input_count;
    const InputValue *inputs = machine_inputs(found, &input_count);
    for (uint32_t i = 0; i < input_count; i++)
        vector_push(&plan.ordered, inputs[i].value);
    MachineOptions options = *machine_options;
    options.inputs = &plan;
    options.limits = NULL; // it has been executed once: it ends
    ChoiceList parts = {0};
    if (options.guards) {
        parts = part_steps(task, &options, choices, choice_count);
        choices = parts.data;
        choice_count = parts.count;
        options.guards = NULL;
    }
    Observer observer = observer_create(task->origin, false);
    observer.recorder.trace->program.rules.share_everything = options.rules.share_everything;
    bool followed;
    Machine *machine = follow(task->program, &options, choices, choice_count, &observer, &followed);
    const Violation *expected = race ? race : machine_violation(found);
    Violation again;
    bool same = followed;
    if (same && race)
        same = machine_status(machine) == MACHINE_RUNNING && machine_find_race(machine, &again);
    else if (same)
        same = machine_status(machine) == MACHINE_VIOLATION;
    if (same && !race)
        again = *machine_violation(machine);
    if (!same || again.property != expected->property || again.position != expected->position ||
        again.thread != expected->thread)
        INTERNAL_ERROR("a violation of %s could not be executed again", property_name(expected->property));
    trace_finish(&observer.recorder, machine, race ? &again : NULL);
    machine_free(machine);
    vector_free(&parts);
    input_plan_free(&plan);
    return observer.recorder.trace;
}

MachineOptions execution_traced_options(const TraceProgram *origin, const Facts *facts, const InputPlan *inputs,
                                        Limits *limits)
{
    return (MachineOptions){
        .properties = origin->properties,
        .facts = facts,
        .inputs = inputs,
        .limits = limits,
        .rules = origin->rules,
        .bounds = origin->bounds,
        .instruction_limit = UINT64_MAX,
    };
}

Trace *execution_repeat(const Program *program, const Trace *trace, Limits *limits, bool *followed)
{
    InputPlan plan = {0};
    trace_input_plan(trace, &plan);
    const TraceProgram *origin = &trace->program;
    Facts *facts = facts_compute(program);
    MachineOptions options = execution_traced_options(origin, facts, &plan, limits);
    Observer observer = observer_create(origin, trace->end == TRACE_VIOLATION && trace->property == PROPERTY_RACE);
    Machine *machine = follow(program, &options, trace->schedule.data, trace->schedule.count, &observer, followed);
    Trace *repeated = observer_finish(&observer, machine);
    machine_free(machine);
    facts_free(facts);
    input_plan_free(&plan);
    return repeated;
}

bool execution_counts_switch(const Machine *machine, uint32_t last, uint32_t thread, bool newborn)
{
    if (last == NO_THREAD || last == thread)
        return false;
    if (machine_thread_finished(machine, last))
        return machine_joined_by(machine, last) != thread;
    if (machine_pending(machine, last).kind == EVENT_join)
        return false;
    return !newborn;
}

uint32_t execution_count_switches(const EngineTask *task, const MachineOptions *machine_options, const Trace *trace)
{
    InputPlan plan = {0};
    trace_input_plan(trace, &plan);
    MachineOptions options = *machine_options;
    options.inputs = &plan;
    options.limits = NULL; // it has been executed once: it ends
    options.rules.share_everything = trace->program.rules.share_everything;
    options.guards = NULL;
    Machine *machine = machine_create(task->program, &options);
    uint32_t switches = 0, last = NO_THREAD, known = 0;
    for (uint32_t i = 0; i < trace->schedule.count && machine_status(machine) == MACHINE_RUNNING; i++) {
        Choice choice = trace->schedule.data[i];
        switches += execution_counts_switch(machine, last, choice.thread, choice.thread >= known);
        last = choice.thread;
        known = machine_thread_count(machine);
        machine_step(machine, choice);
    }
    machine_free(machine);
    input_plan_free(&plan);
    return switches;
}
