// The engine: proofs by thread-modular abstract interpretation. See doc/engines/abstract.md.
#include <stdlib.h>

#include "abstract/containment.h"
#include "abstract/facts.h"
#include "base/fail.h"
#include "base/memory.h"
#include "machine/arithmetic.h"
#include "run/findings.h"
#include "run/schedule.h"

// Numbers in which bounds are likely to end: those of the program, and those next to them.
static void find_thresholds(const Program *program, Thresholds *out)
{
    static const uint32_t widths[] = {1, 8, 16, 31, 32, 63, 64};
    thresholds_add(out, 0);
    for (uint32_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        thresholds_add(out, width_mask(widths[i]));
        thresholds_add(out, width_mask(widths[i]) + 1);
    }
    thresholds_add(out, UINT64_C(0xffffffff80000000));
    for (uint32_t i = 0; i < program->functions.count; i++) {
        const Function *function = &program->functions.data[i];
        for (uint32_t j = 0; j < function->instruction_count && !function->from_model; j++) {
            const Instruction *instruction = &function->instructions[j];
            if (instruction->opcode != OP_constant && !opcode_has_immediate(instruction->opcode))
                continue;
            for (uint64_t near = 0; near < 3; near++)
                thresholds_add(out, instruction->imm - 1 + near);
        }
    }
    thresholds_sort(out);
}

static void interpretation_free(Interpretation *all)
{
    for (uint32_t i = 0; i < all->contexts.count; i++) {
        Context *context = &all->contexts.data[i];
        for (uint32_t j = 0; j < context->slot_count; j++)
            state_free(context->slots[j].state);
        free(context->slots);
        state_free(context->exit);
        vector_free(&context->zones);
    }
    for (uint32_t i = 0; i < all->classes.count; i++)
        state_free(all->classes.data[i].start);
    for (uint32_t i = 0; i < all->program->functions.count; i++)
        function_flow_free(&all->flows[i]);
    for (uint32_t i = 0; i < PROPERTY_COUNT; i++)
        text_free(&all->alarms[i].message);
    relations_free(&all->relations);
    value_table_free(&all->values);
    zones_free(&all->zones);
    vector_free(&all->thresholds.words);
    free(all->flows);
    free(all->handles_threads);
    vector_free(&all->contexts);
    map_free(&all->context_ids);
    vector_free(&all->classes);
    vector_free(&all->locks);
    vector_free(&all->sync_objects);
    vector_free(&all->guess);
    vector_free(&all->found);
    content_free(&all->shared.content);
    vector_free(&all->shared.published);
    map_free(&all->shared.growth);
    vector_free(&all->records.accesses.rows);
    map_free(&all->records.accesses.ids);
    vector_free(&all->records.waits);
    vector_free(&all->records.observations.rows);
    map_free(&all->records.observations.ids);
    text_free(&all->given_up);
}

static void interpretation_init(Interpretation *all, const EngineTask *task)
{
    *all = (Interpretation){.program = task->program,
                            .properties = task->machine.properties,
                            .rules = task->machine.rules,
                            .limits = task->limits,
                            .facts = task->machine.facts,
                            .relations.wanted = (task->options->dump & (DUMP_FACTS | DUMP_FACTS_JSON)) != 0};
    value_table_init(&all->values);
    zones_init(&all->zones, task->program);
    find_thresholds(task->program, &all->thresholds);
    all->flows = memory_allocate_zeroed((task->program->functions.count + 1) * sizeof *all->flows);
    all->handles_threads = function_flow_find_thread_handlers(task->program);
}

// The first alarm in the order of properties.
static void note_alarms(const Interpretation *all, Coverage *coverage)
{
    for (uint32_t i = 0; i < PROPERTY_COUNT; i++) {
        const Alarm *alarm = &all->alarms[i];
        if (!alarm->raised)
            continue;
        const Position *position = &all->program->positions.data[alarm->position];
        if (position->line)
            coverage_note_unknown(coverage, "a violation of %s is not excluded: %s at %s:%u", property_name(i),
                                  text_string(&alarm->message), all->program->files.data[position->file],
                                  position->line);
        else
            coverage_note_unknown(coverage, "a violation of %s is not excluded: %s", property_name(i),
                                  text_string(&alarm->message));
    }
}

// A violation of what was not alarmed about.
static void check_excluded(const Interpretation *all, const Violation *violation)
{
    if (!all->alarms[violation->property].raised)
        INTERNAL_ERROR("a violation of %s that was excluded: %s", property_name(violation->property),
                       violation->message);
}

static void try_run(const Interpretation *all, const EngineTask *task, const MachineOptions *options,
                    Scheduler *scheduler, Findings *findings)
{
    enum { STEP_LIMIT = 3000, THREAD_LIMIT = 24 }; // of programs without end
    Containment containment = {.all = all};
    Machine *machine = machine_create_observed(task->program, options, containment_sink, &containment);
    bool races = task->machine.properties & PROPERTY_BIT(PROPERTY_RACE);
    for (uint32_t step = 0; step < STEP_LIMIT && machine_status(machine) == MACHINE_RUNNING &&
                            machine_thread_count(machine) < THREAD_LIMIT;
         step++) {
        Violation race;
        Choice choice;
        if (races && machine_find_race(machine, &race))
            check_excluded(all, &race);
        if (limits_stop(task->limits) || !scheduler_next(scheduler, machine, &choice))
            break;
        machine_step(machine, choice);
    }
    if (machine_status(machine) == MACHINE_VIOLATION)
        check_excluded(all, machine_violation(machine));
    if (machine_status(machine) == MACHINE_RUNNING)
        machine_note_end(machine);
    findings->statistics.runs++;
    findings->statistics.events += machine_event_count(machine);
    machine_free(machine);
    containment_free(&containment);
}

// What was found is held against a few runs, which also tell whether there was anything to violate.
static void try_runs(const Interpretation *all, const EngineTask *task, Findings *findings)
{
    enum { RUNS = 12, INSTRUCTION_LIMIT = 2000000 };
    Scheduler scheduler = {.kind = SCHEDULE_RANDOM};
    MachineOptions options = task->machine;
    InputPlan inputs = {0};
    if (task->machine.inputs)
        inputs = *task->machine.inputs;
    options.inputs = &inputs;
    options.instruction_limit = INSTRUCTION_LIMIT;
    uint64_t runs = task->options->given & HEEDS(runs) ? task->options->runs : RUNS;
    for (uint64_t number = 0; number < runs && !limits_stop(task->limits); number++) {
        scheduler.seed = inputs.seed = task->options->seed + number;
        inputs.random = number > 0;
        scheduler_start(&scheduler);
        try_run(all, task, &options, &scheduler, findings);
    }
    scheduler_free(&scheduler);
}

static void interpret(const EngineTask *task, Findings *findings)
{
    if (task->machine.properties & PROPERTY_BIT(PROPERTY_LEAK)) {
        coverage_note_unknown(&findings->coverage, "abstract interpretation says nothing about leaks");
        return;
    }
    if (program_has_interrupts(task->program)) {
        coverage_note_unknown(&findings->coverage, "handlers of signals may interrupt threads");
        return;
    }
    Interpretation all;
    interpretation_init(&all, task);
    interpret_program(&all);
    if (!has_given_up(&all) && !limits_stop(task->limits)) {
        look_for_races(&all);
        look_for_deadlocks(&all);
    }
    if (has_given_up(&all))
        coverage_note_unknown(&findings->coverage, "%s", text_string(&all.given_up));
    else if (!limits_stop(task->limits))
        try_runs(&all, task, findings);
    bool complete = !has_given_up(&all) && !limits_stop(task->limits);
    if (complete && (task->options->dump & DUMP_FACTS))
        facts_append(&all, &findings->dump);
    if (complete && (task->options->dump & DUMP_FACTS_JSON))
        facts_append_json(&all, &findings->dump);
    note_alarms(&all, &findings->coverage);
    findings->statistics.paths = all.contexts.count;
    interpretation_free(&all);
}

const Engine engine_abstract = {
    .name = "abstract",
    .summary = "proves by abstract interpretation, for any number of rounds and threads; finds no violations",
    .source =
        "Miné: Static Analysis of Run-Time Errors in Embedded Real-Time Parallel C Programs; Vojdani et al.: Static "
        "Race Detection for Device Drivers: The Goblint Approach",
    .in_short = "all rounds and threads",
    .inputs = ENGINE_INPUTS_ALL,
    .never_finds = true,
    .options = HEEDS(runs) | HEEDS(seed),
    .dumps = DUMP_FACTS | DUMP_FACTS_JSON,
    .search = interpret,
};
