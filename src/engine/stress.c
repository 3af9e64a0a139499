// Many runs under random and PCT schedules with random inputs. Finds, never proves.
#include <math.h>

#include "engine/stress.h"

#include "engine/execution.h"
#include "engine/schedule.h"

// A run that goes on and on is given up, so that one endless schedule does not eat the whole budget.
enum { RUN_INSTRUCTION_LIMIT = 20000000, RUN_STEP_LIMIT = 200000, PROGRESS_INTERVAL = 64 };

typedef struct StressRun {
    const EngineTask *task;
    Verdict *verdict;
    Scheduler scheduler;
    MachineOptions options;
    InputPlan inputs;
    VECTOR(Choice) choices;
    FoundPlaces found;
    Text reason; // why a run could not be finished
    uint64_t longest;
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
    run->verdict->statistics.runs++;
    run->verdict->statistics.events += machine_event_count(machine);
    if (machine_status(machine) == MACHINE_ESCAPED)
        run->options.share_everything = true; // from the next run on
    if (machine_status(machine) == MACHINE_UNKNOWN && !run->reason.length)
        text_append(&run->reason, machine_unknown_reason(machine));
    bool violated = machine_status(machine) == MACHINE_VIOLATION;
    if ((violated || raced) && found_places_add(&run->found, violated ? machine_violation(machine) : &race))
        vector_push(&run->verdict->counterexamples,
                    execution_confirm(run->task, &run->options, machine, violated ? NULL : &race, run->choices.data,
                                      run->choices.count));
    machine_free(machine);
}

bool stress_with_budget(const EngineTask *task, uint64_t runs, double seconds, Verdict *verdict)
{
    double end = clock_now() + seconds;
    StressRun run = {.task = task, .verdict = verdict, .options = task->machine};
    verdict->engine = engine_stress.name;
    if (task->machine.inputs) // shares the user's values, adds random ones for the rest
        run.inputs = *task->machine.inputs;
    run.options.inputs = &run.inputs;
    if (run.options.instruction_limit > RUN_INSTRUCTION_LIMIT)
        run.options.instruction_limit = RUN_INSTRUCTION_LIMIT;
    LimitReason limit = LIMIT_NONE;
    for (uint64_t number = 0; number < runs && limit == LIMIT_NONE && clock_now() < end; number++) {
        choose_schedule(&run, number, runs);
        execute(&run);
        if (verdict->counterexamples.count && !task->options->all)
            break;
        limit = limits_exceeded(task->limits);
        if (task->progress && number % PROGRESS_INTERVAL == 0)
            task->progress(task->progress_context, "stress", &verdict->statistics);
    }
    bool found = verdict->counterexamples.count > 0;
    verdict->answer = found ? ANSWER_FALSE : ANSWER_UNKNOWN;
    verdict->bounded = !found;
    if (!found && limit != LIMIT_NONE)
        text_append(&verdict->reason, limits_reason_text(limit));
    else if (!found && run.reason.length)
        text_append(&verdict->reason, text_string(&run.reason));
    else if (!found)
        text_format(&verdict->reason, "%llu random runs found nothing", (unsigned long long)verdict->statistics.runs);
    scheduler_free(&run.scheduler);
    vector_free(&run.choices);
    vector_free(&run.found.keys);
    text_free(&run.reason);
    return found;
}

static void verify(const EngineTask *task, Verdict *verdict)
{
    stress_with_budget(task, task->options->runs, INFINITY, verdict);
}

const Engine engine_stress = {
    .name = "stress",
    .summary = "many runs under random and PCT schedules with random inputs; finds, never proves",
    .source = "Burckhardt et al., A randomized scheduler with probabilistic guarantees of finding bugs",
    .verify = verify,
};
