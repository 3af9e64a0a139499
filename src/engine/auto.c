// The default. Random runs find most bugs at once; the analysis of one run decides programs with one path and finds
// what hides in its reorderings. What is left, several engines try side by side, for which of them decides a program soon
// cannot be told beforehand: they begin one soon after the other, so that easy programs cost no more than one of them, and
// share the processors evenly. Those that prove for any number of rounds do so soon or seldom, and step back after a while.
// Where inputs decide how long a run gets, bounds that grow find what others do not come back to.
#include "base/fail.h"
#include "crew/crew.h"
#include "crew/crew_mpi.h"
#include "engine/deepen.h"

enum { PLAN_STAGES = 8 };

typedef struct Plan {
    Stage stages[PLAN_STAGES];
    uint32_t count;
} Plan;

// What finds much in little time comes first.
#define FIRST_RUNS {.engine = &engine_stress, .seconds = 1, .run_limit = 200}
#define FIRST_REORDERINGS {.engine = &engine_predict, .seconds = 2}
#define FIRST_INTERLEAVINGS {.engine = &engine_enumerate, .seconds = 2, .run_limit = 2000}

// Runs are too long: with bounds that grow, and beside it proofs for any number of rounds.
#define DEEPENING                                             \
    {.entries = {{.engine = &engine_deepen, .leading = true}, \
                 {.engine = &engine_invariant},               \
                 {.engine = &engine_abstract}},               \
     .entry_count = 3,                                        \
     .seconds = 20,                                           \
     .occasion = STAGE_BEYOND_BOUNDS,                         \
     .is_reported = true}

static const Plan plan_first = {
    .stages = {FIRST_RUNS,
               FIRST_REORDERINGS,
               {.entries = {{.engine = &engine_mpc, .leading = true},
                            {.engine = &engine_abstract, .delay = 0.3},
                            {.engine = &engine_invariant, .delay = 0.5}},
                .entry_count = 3,
                .seconds = 2,
                .occasion = STAGE_BEYOND_BOUNDS},
               DEEPENING,
               {.entries = {{.engine = &engine_mpc, .leading = true},
                            {.engine = &engine_dpor, .delay = 0.05},
                            {.engine = &engine_lazy, .delay = 0.1},
                            {.engine = &engine_invariant, .delay = 0.05, .low_after = 2},
                            {.engine = &engine_ag, .delay = 0.25},
                            {.engine = &engine_abstract, .delay = 0.3, .low_after = 2},
                            {.engine = &engine_deepen, .delay = 0.4, .low = true},
                            {.engine = &engine_stress, .delay = 0.5, .low = true},
                            {.engine = &engine_enumerate, .delay = 1, .low = true}},
                .entry_count = 9,
                .occasion = STAGE_WITHIN_BOUNDS,
                .is_reported = true},
               DEEPENING,
               {.engine = &engine_predict, .seconds = 60, .occasion = STAGE_LONG_RUNS},
               {.engine = &engine_stress, .seconds = 10, .run_limit = 4000, .occasion = STAGE_LONG_RUNS}},
    .count = 8,
};

// Where memory is weak: those that know it.
static const Plan plan_weak = {
    .stages = {{.engine = &engine_stress, .seconds = 1, .run_limit = 200},
               {.entries = {{.engine = &engine_dpor, .leading = true},
                            {.engine = &engine_lazy, .delay = 0.1},
                            {.engine = &engine_enumerate, .delay = 1, .low = true}},
                .entry_count = 3,
                .is_reported = true}},
    .count = 2,
};

static const Plan plan_weak_complete = {
    .stages = {{.engine = &engine_dpor, .bound_decides = true, .is_reported = true}},
    .count = 1,
};

// All violated lines, or with other ranks of MPI.
static const Plan plan_complete = {
    .stages = {{.engine = &engine_mpc, .bound_decides = true, .is_reported = true}, {.engine = &engine_enumerate}},
    .count = 2,
};

// In programs in which handlers of signals may interrupt threads: the same, but what the engines that try all choices say
// is reported.
static const Plan plan_interrupted = {
    .stages = {FIRST_RUNS,
               FIRST_REORDERINGS,
               {.entries = {{.engine = &engine_dpor, .leading = true},
                            {.engine = &engine_mpc, .delay = 0.05},
                            {.engine = &engine_lazy, .delay = 0.1},
                            {.engine = &engine_ag, .delay = 0.25},
                            {.engine = &engine_enumerate, .delay = 1, .low = true}},
                .entry_count = 5,
                .is_reported = true}},
    .count = 3,
};

static const Plan plan_interrupted_complete = {
    .stages = {{.engine = &engine_mpc, .bound_decides = true}, {.engine = &engine_dpor, .is_reported = true}},
    .count = 2,
};

static const Plan plan_bounded = {
    .stages = {FIRST_INTERLEAVINGS,
               FIRST_RUNS,
               {.entries = {{.engine = &engine_lazy, .leading = true},
                            {.engine = &engine_dpor, .delay = 0.05},
                            {.engine = &engine_ag, .delay = 0.25},
                            {.engine = &engine_enumerate, .delay = 0.5, .low = true}},
                .entry_count = 4,
                .is_reported = true}},
    .count = 3,
};

static const Plan plan_bounded_complete = {
    .stages = {FIRST_INTERLEAVINGS, {.engine = &engine_enumerate, .is_reported = true}},
    .count = 2,
};

// What was gone through without a violation, by engine: a later stage with the same engine did at least as much.
typedef struct CoveredStages {
    const Engine *engines[PLAN_STAGES];
    Text texts[PLAN_STAGES];
    uint32_t count;
} CoveredStages;

static uint32_t find_covered(const CoveredStages *covered, const Engine *engine)
{
    uint32_t i = 0;
    while (i < covered->count && covered->engines[i] != engine)
        i++;
    return i;
}

static void note_covered(CoveredStages *covered, const Stage *stage, const Verdict *verdict)
{
    if (!verdict->covered.length)
        return;
    uint32_t i = find_covered(covered, stage_engine(stage));
    covered->engines[i] = stage_engine(stage);
    covered->count += i == covered->count;
    text_clear(&covered->texts[i]);
    text_append(&covered->texts[i], text_string(&verdict->covered));
}

// What the stages have shown so far.
typedef struct Progress {
    CoveredStages covered;
    bool beyond_bounds; // runs were too long for one of them
    bool deepened;
    Verdict reported; // of the last stage that is
    bool has_reported;
} Progress;

static bool is_due(const EngineTask *task, const Stage *stage, const Progress *progress)
{
    switch (stage->occasion) {
    case STAGE_ALWAYS:
        return true;
    case STAGE_WITHIN_BOUNDS:
        return !progress->deepened;
    case STAGE_BEYOND_BOUNDS:
        return progress->beyond_bounds && !progress->deepened && deepening_is_asked(task);
    case STAGE_LONG_RUNS:
        return verdict_is_bound(&progress->reported) &&
               find_covered(&progress->covered, stage->engine) < progress->covered.count;
    }
    INTERNAL_ERROR("occasion %d", (int)stage->occasion);
}

static void tell_covered(CoveredStages *covered, Verdict *verdict)
{
    text_clear(&verdict->covered);
    for (uint32_t i = 0; i < covered->count; i++) {
        if (verdict->answer == ANSWER_UNKNOWN)
            text_format(&verdict->covered, "%s%s",
                        !i                       ? ""
                        : i + 1 < covered->count ? ", "
                                                 : " and ",
                        text_string(&covered->texts[i]));
        text_free(&covered->texts[i]);
    }
}

// Runs one of them. True if it has decided.
static bool run_stage(const EngineTask *task, const Stage *stage, Progress *progress, Verdict *failed,
                      Statistics *spent)
{
    Verdict next = {0};
    bool decided = stage_run(task, stage, &next);
    note_covered(&progress->covered, stage, &next);
    verdict_take_failures(failed, &next);
    progress->beyond_bounds |= verdict_is_bound(&next);
    progress->deepened |= stage_engine(stage) == &engine_deepen;
    bool over = limits_exceeded(task->limits) != LIMIT_NONE;
    if (decided || stage->is_reported || (over && !progress->has_reported)) {
        statistics_add(spent, &progress->reported.statistics);
        verdict_free(&progress->reported);
        progress->reported = next;
        progress->has_reported = true;
    } else {
        statistics_add(spent, &next.statistics);
        verdict_free(&next);
    }
    return decided;
}

// The first stage that decides has the last word.
static void run_stages(const EngineTask *task, const Plan *plan, Verdict *verdict)
{
    Verdict failed = {0};
    Statistics spent = {0};
    Progress progress = {0};
    bool decided = false;
    for (uint32_t i = 0; i < plan->count && !decided; i++) {
        if (i && limits_exceeded(task->limits) != LIMIT_NONE)
            break;
        if (is_due(task, &plan->stages[i], &progress))
            decided = run_stage(task, &plan->stages[i], &progress, &failed, &spent);
    }
    *verdict = progress.reported;
    if (!decided && limits_exceeded(task->limits) != LIMIT_NONE) { // whatever the last stage could still say
        text_clear(&verdict->reason);
        text_append(&verdict->reason, limits_reason_text(task->limits->reason));
    }
    tell_covered(&progress.covered, verdict);
    verdict_take_failures(verdict, &failed);
    verdict_free(&failed);
    statistics_add(&verdict->statistics, &spent);
}

static void decide(const EngineTask *task, Verdict *verdict)
{
    bool complete = task->options->all || crew_is_follower() || crew_mpi_follower_count();
    const Plan *whole = complete ? &plan_complete : &plan_first;
    if (program_has_interrupts(task->program))
        whole = complete ? &plan_interrupted_complete : &plan_interrupted;
    if (task->machine.rules.weak_memory)
        whole = complete ? &plan_weak_complete : &plan_weak;
    const Plan *bounded = complete ? &plan_bounded_complete : &plan_bounded;
    run_stages(task, OPTION_GIVEN(task->options, context_bound) ? bounded : whole, verdict);
}

const Engine engine_auto = {
    .name = "auto",
    .summary =
        "a few random runs, then predict, then mpc, dpor, lazy, ag, deepen and proofs side by side, until one decides",
    .source = "",
    .in_short = "the others, one after the other and side by side",
    .inputs = ENGINE_INPUTS_ALL,
    .options = HEEDS(context_bound) | HEEDS(jobs) | HEEDS(divide_after) | HEEDS(strategy) | HEEDS(order) |
               HEEDS(no_slice) | HEEDS(no_dpor) | HEEDS(keep_order) | HEEDS(schedule) | HEEDS(seed) | HEEDS(summaries) |
               HEEDS(summary_size),
    .dumps = DUMP_FORMULA | DUMP_SMT2 | DUMP_PATHS | DUMP_PATHS_DOT,
    .decide = decide,
};
