// Many runs under random and PCT schedules with random inputs. Finds, never proves.
#include "run/findings.h"
#include "run/schedule.h"

// A run that goes on and on is given up, so that one endless schedule does not eat the whole budget.
enum { RUN_INSTRUCTION_LIMIT = 20000000, RUN_STEP_LIMIT = 200000, PROGRESS_INTERVAL = 64 };

typedef struct StressRun {
    const EngineTask *task;
    Findings *findings;
    Scheduler scheduler;
    MachineOptions options;
    InputPlan inputs;
    VECTOR(Choice) choices;
    uint64_t longest; // in choices
    uint64_t ended;   // how many runs were not cut
} StressRun;

// Alternates between uniformly random and PCT with growing depth. A violation for which no wait has to end without a
// signal is the better one, so the first half of the runs looks for such.
static void choose_schedule(StressRun *run, uint64_t number, uint64_t runs)
{
    run->scheduler.calm = number < (runs + 1) / 2;
    run->scheduler.seed = run->task->options->seed * 0x100000001b3u + number;
    run->scheduler.kind = number % 3 == 0 ? SCHEDULE_RANDOM : SCHEDULE_PCT;
    run->scheduler.depth = 1 + (uint32_t)(number / 3 % 4);
    run->scheduler.expected_length = run->longest ? run->longest : 64;
    scheduler_start(&run->scheduler);
    run->inputs.seed = run->scheduler.seed;
    run->inputs.random = number > 0; // the first run has all inputs zero
}

static void execute(StressRun *run)
{
    run->choices.count = 0;
    Machine *machine = machine_create(run->task->program, &run->options);
    Violation race;
    bool raced = false;
    while (machine_status(machine) == MACHINE_RUNNING && run->choices.count < RUN_STEP_LIMIT) {
        raced = (run->options.properties & PROPERTY_BIT(PROPERTY_RACE)) && machine_find_race(machine, &race);
        Choice choice;
        if (raced || limits_exceeded(run->task->limits) != LIMIT_NONE ||
            !scheduler_next(&run->scheduler, machine, &choice))
            break;
        vector_push(&run->choices, choice);
        machine_step(machine, choice);
    }
    if (run->choices.count > run->longest)
        run->longest = run->choices.count;
    run->findings->statistics.runs++;
    run->findings->statistics.events += machine_event_count(machine);
    coverage_add(&run->findings->coverage, machine);
    bool violated = machine_status(machine) == MACHINE_VIOLATION;
    if (machine_status(machine) == MACHINE_RUNNING)
        machine_note_end(machine);
    run->ended += machine_status(machine) != MACHINE_RUNNING && machine_status(machine) != MACHINE_UNKNOWN;
    if (violated || raced)
        findings_add(run->findings, run->task, &run->options, machine, violated ? NULL : &race, run->choices.data,
                     run->choices.count);
    machine_free(machine);
}

static void stress(const EngineTask *task, Findings *findings)
{
    StressRun run = {.task = task, .findings = findings, .options = task->machine};
    if (task->machine.inputs) // shares the user's values, adds random ones for the rest
        run.inputs = *task->machine.inputs;
    run.options.inputs = &run.inputs;
    if (run.options.instruction_limit > RUN_INSTRUCTION_LIMIT)
        run.options.instruction_limit = RUN_INSTRUCTION_LIMIT;
    uint64_t runs = task->run_limit ? task->run_limit : task->options->runs;
    for (uint64_t number = 0; number < runs && limits_exceeded(task->limits) == LIMIT_NONE; number++) {
        choose_schedule(&run, number, runs);
        execute(&run);
        if (findings->coverage.escaped || findings_suffice(findings, task))
            break;
        if (task->progress && number % PROGRESS_INTERVAL == 0)
            task->progress(task->progress_context, engine_stress.name, &findings->statistics);
    }
    if (run.ended)
        text_append_count(&findings->covered, run.ended, "random run");
    Text tried = {0};
    text_append_count(&tried, findings->statistics.runs, "random run");
    coverage_note_unknown(&findings->coverage, "%s found nothing", text_string(&tried));
    text_free(&tried);
    scheduler_free(&run.scheduler);
    vector_free(&run.choices);
}

const Engine engine_stress = {
    .name = "stress",
    .summary = "many runs under random and PCT schedules with random inputs; finds, never proves",
    .source = "Burckhardt et al., A randomized scheduler with probabilistic guarantees of finding bugs",
    .in_short = "random runs",
    .inputs = ENGINE_INPUTS_RANDOM,
    .never_proves = true,
    .knows_weak_memory = true,
    .options = HEEDS(runs) | HEEDS(seed),
    .search = stress,
};
