// The default. Random runs find most bugs at once; the analysis of one run decides programs with one path and finds
// what hides in its reorderings; the exploration of all paths decides most of the rest, and invariants what has loops
// without end. What none of them has decided after a short while, several engines try side by side.
#include <string.h>

#include "engine/contain.h"
#include "crew/crew.h"
#include "crew/crew_mpi.h"
#include "run/engine.h"
#include "engine/portfolio.h"

// What is tried: one engine, or several side by side. It has decided if its answer is not UNKNOWN.
typedef struct Stage {
    const Engine *engine; // NULL: the entries
    double seconds;       // at most; 0: all there are
    uint64_t run_limit;
    bool bound_decides; // what is beyond a bound for it is beyond those that follow, too
    bool for_long_runs; // only if runs are too long for those before, and the engine has got somewhere with them
    PortfolioEntry entries[PORTFOLIO_ENTRIES];
    uint32_t entry_count;
} Stage;

enum { PLAN_STAGES = 6 };

typedef struct Plan {
    Stage stages[PLAN_STAGES];
    uint32_t count;
    uint32_t reported; // the stage whose reason is reported if none decides
} Plan;

static const Plan plan_first = {
    .stages = {{.engine = &engine_stress, .seconds = 1, .run_limit = 200},
               {.engine = &engine_predict, .seconds = 2},
               {.entries = {{.engine = &engine_mpc, .leading = true}, {.engine = &engine_invariant, .delay = 0.5}},
                .entry_count = 2,
                .seconds = 2},
               {.entries = {{.engine = &engine_mpc, .leading = true},
                            {.engine = &engine_dpor},
                            {.engine = &engine_invariant},
                            {.engine = &engine_ag, .delay = 0.5},
                            {.engine = &engine_lazy, .delay = 0.5},
                            {.engine = &engine_enumerate, .delay = 1}},
                .entry_count = 6},
               {.engine = &engine_predict, .seconds = 60, .for_long_runs = true},
               {.engine = &engine_stress, .seconds = 10, .run_limit = 4000, .for_long_runs = true}},
    .count = 6,
    .reported = 3,
};

// All violated lines, or with other ranks of MPI.
static const Plan plan_complete = {
    .stages = {{.engine = &engine_mpc, .bound_decides = true}, {.engine = &engine_enumerate}},
    .count = 2,
};

// In programs in which handlers of signals may interrupt threads: the same, but what the engines that try all choices say
// is reported.
static const Plan plan_interrupted = {
    .stages = {{.engine = &engine_stress, .seconds = 1, .run_limit = 200},
               {.engine = &engine_predict, .seconds = 2},
               {.engine = &engine_mpc, .seconds = 2},
               {.entries = {{.engine = &engine_dpor, .leading = true},
                            {.engine = &engine_mpc},
                            {.engine = &engine_ag, .delay = 0.5},
                            {.engine = &engine_lazy, .delay = 0.5},
                            {.engine = &engine_enumerate, .delay = 1}},
                .entry_count = 5}},
    .count = 4,
    .reported = 3,
};

static const Plan plan_interrupted_complete = {
    .stages = {{.engine = &engine_mpc, .bound_decides = true}, {.engine = &engine_dpor}},
    .count = 2,
    .reported = 1,
};

#define FIRST_INTERLEAVINGS {.engine = &engine_enumerate, .seconds = 2, .run_limit = 2000}

static const Plan plan_bounded = {
    .stages = {FIRST_INTERLEAVINGS,
               {.engine = &engine_stress, .seconds = 1, .run_limit = 200},
               {.entries = {{.engine = &engine_lazy, .leading = true},
                            {.engine = &engine_dpor},
                            {.engine = &engine_ag, .delay = 0.5},
                            {.engine = &engine_enumerate, .delay = 0.5}},
                .entry_count = 4}},
    .count = 3,
    .reported = 2,
};

static const Plan plan_bounded_complete = {
    .stages = {FIRST_INTERLEAVINGS, {.engine = &engine_enumerate}},
    .count = 2,
    .reported = 1,
};

// Fills a zeroed verdict and returns whether it has decided. An engine that fails has not.
static bool run_stage(const EngineTask *task, const Stage *stage, Verdict *verdict)
{
    Limits limits = *task->limits;
    EngineTask limited = *task;
    double end = clock_now() + stage->seconds;
    if (stage->seconds && (!limits.deadline || end < limits.deadline)) {
        limits.deadline = end;
        limited.limits = limited.machine.limits = &limits;
    }
    limited.run_limit = stage->run_limit;
    if (!stage->engine)
        return portfolio_run(&limited, stage->entries, stage->entry_count, verdict);
    contain_engine(&limited, stage->engine, verdict);
    return verdict->answer != ANSWER_UNKNOWN || (stage->bound_decides && verdict_is_bound(verdict));
}

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
    if (!stage->engine || !verdict->covered.length)
        return;
    uint32_t i = find_covered(covered, stage->engine);
    covered->engines[i] = stage->engine;
    covered->count += i == covered->count;
    text_clear(&covered->texts[i]);
    text_append(&covered->texts[i], text_string(&verdict->covered));
}

static bool is_due(const Stage *stage, const CoveredStages *covered, const Verdict *reported)
{
    return !stage->for_long_runs ||
           (verdict_is_bound(reported) && find_covered(covered, stage->engine) < covered->count);
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

// The first stage that decides has the last word.
static void run_stages(const EngineTask *task, const Plan *plan, Verdict *verdict)
{
    Verdict reported = {0}, failed = {0};
    Statistics spent = {0};
    bool decided = false, has_reported = false;
    CoveredStages covered = {0};
    for (uint32_t i = 0; i < plan->count && !decided; i++) {
        Verdict next = {0};
        if (!is_due(&plan->stages[i], &covered, &reported))
            continue;
        decided = run_stage(task, &plan->stages[i], &next);
        note_covered(&covered, &plan->stages[i], &next);
        verdict_take_failures(&failed, &next);
        bool over = limits_exceeded(task->limits) != LIMIT_NONE;
        if (decided || i == plan->reported || (over && !has_reported)) {
            verdict_free(&reported);
            statistics_add(&spent, &reported.statistics);
            reported = next;
            has_reported = true;
        } else {
            statistics_add(&spent, &next.statistics);
            verdict_free(&next);
        }
        if (over)
            break;
    }
    if (!decided && limits_exceeded(task->limits) != LIMIT_NONE) { // whatever the last stage could still say
        text_clear(&reported.reason);
        text_append(&reported.reason, limits_reason_text(task->limits->reason));
    }
    *verdict = reported;
    tell_covered(&covered, verdict);
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
    const Plan *bounded = complete ? &plan_bounded_complete : &plan_bounded;
    run_stages(task, OPTION_GIVEN(task->options, context_bound) ? bounded : whole, verdict);
}

const Engine engine_auto = {
    .name = "auto",
    .summary =
        "a few random runs, then predict, then mpc and invariant, then several engines side by side, until one decides",
    .source = "",
    .in_short = "the others, one after the other and side by side",
    .inputs = ENGINE_INPUTS_ALL,
    .options = HEEDS(context_bound) | HEEDS(jobs) | HEEDS(strategy) | HEEDS(order) | HEEDS(no_slice) | HEEDS(no_dpor) |
               HEEDS(schedule) | HEEDS(seed) | HEEDS(summaries) | HEEDS(summary_size),
    .dumps = DUMP_FORMULA | DUMP_SMT2 | DUMP_PATHS | DUMP_PATHS_DOT,
    .decide = decide,
};
