// The default. Random runs find most bugs at once; the analysis of one run decides programs with one path and finds
// what hides in its reorderings; the exploration of all paths decides most of the rest. What none of them has decided
// after a short while, several engines try side by side.
#include <string.h>

#include "engine/contain.h"
#include "engine/crew.h"
#include "engine/crew_mpi.h"
#include "engine/engine.h"
#include "engine/enumerate.h"
#include "engine/race.h"
#include "engine/stress.h"

enum {
    STRESS_RUNS = 200,
    STRESS_SECONDS = 1,
    PREDICT_SECONDS = 2,
    MPC_SECONDS = 2,
    FIRST_LEAVES = 2000,
    ENUMERATION_SECONDS = 2,
};

// The task with at most so many seconds of the time it has. `limits` are filled and belong to it.
static EngineTask limit_task(const EngineTask *task, double seconds, Limits *limits)
{
    EngineTask limited = *task;
    double end = clock_now() + seconds;
    *limits = *task->limits;
    if (!limits->deadline || end < limits->deadline)
        limits->deadline = end;
    limited.limits = limited.machine.limits = limits;
    return limited;
}

// --- What an engine does in a stage; it fills a zeroed verdict

static void stress_a_little(const EngineTask *task, const void *context, Verdict *verdict)
{
    (void)context;
    stress_with_budget(task, STRESS_RUNS, STRESS_SECONDS, verdict);
}

static void verify_for(const EngineTask *task, const Engine *engine, double seconds, Verdict *verdict)
{
    Limits limits;
    EngineTask limited = limit_task(task, seconds, &limits);
    engine->verify(&limited, verdict);
}

static void predict_shortly(const EngineTask *task, const void *context, Verdict *verdict)
{
    (void)context;
    verify_for(task, &engine_predict, PREDICT_SECONDS, verdict);
}

static void mpc_shortly(const EngineTask *task, const void *context, Verdict *verdict)
{
    (void)context;
    verify_for(task, &engine_mpc, MPC_SECONDS, verdict);
}

static void mpc(const EngineTask *task, const void *context, Verdict *verdict)
{
    (void)context;
    engine_mpc.verify(task, verdict);
}

static void enumerate(const EngineTask *task, uint64_t leaves, Verdict *verdict)
{
    if (!enumerate_with_budget(task, leaves, verdict))
        verdict->answer = ANSWER_UNKNOWN;
}

static void enumerate_shortly(const EngineTask *task, const void *context, Verdict *verdict)
{
    (void)context;
    Limits limits;
    EngineTask limited = limit_task(task, ENUMERATION_SECONDS, &limits);
    enumerate(&limited, FIRST_LEAVES, verdict);
}

static void enumerate_all(const EngineTask *task, const void *context, Verdict *verdict)
{
    (void)context;
    enumerate(task, UINT64_MAX, verdict);
}

// --- Stages

// A stage fills a zeroed verdict and tells whether it has decided. An engine that fails has not.
typedef bool Stage(const EngineTask *task, Verdict *verdict);

static bool try_work(const EngineTask *task, const Engine *engine, ContainedWork *work, Verdict *verdict)
{
    if (!contain(task, engine->name, work, NULL, verdict))
        contain_conclude(verdict);
    return verdict->answer != ANSWER_UNKNOWN;
}

static bool try_stress(const EngineTask *task, Verdict *verdict)
{
    return try_work(task, &engine_stress, stress_a_little, verdict);
}

static bool try_predict(const EngineTask *task, Verdict *verdict)
{
    return try_work(task, &engine_predict, predict_shortly, verdict);
}

static bool try_mpc_shortly(const EngineTask *task, Verdict *verdict)
{
    return try_work(task, &engine_mpc, mpc_shortly, verdict);
}

static bool try_mpc(const EngineTask *task, Verdict *verdict)
{
    // What is beyond a bound for mpc is for enumeration, too.
    return try_work(task, &engine_mpc, mpc, verdict) || !strncmp(text_string(&verdict->reason), "bound", 5);
}

static bool race_all(const EngineTask *task, Verdict *verdict)
{
    const RaceEntry entries[] = {
        {.engine = &engine_mpc, .jobs = (uint32_t)task->options->jobs, .leading = true},
        {.engine = &engine_dpor, .jobs = 1},
        {.engine = &engine_ag, .jobs = 1, .delay = 0.5},
        {.engine = &engine_lazy, .jobs = 1, .delay = 0.5},
        {.engine = &engine_enumerate, .jobs = 1, .delay = 1},
    };
    return race_engines(task, entries, sizeof entries / sizeof *entries, verdict);
}

static bool race_bounded(const EngineTask *task, Verdict *verdict)
{
    const RaceEntry entries[] = {
        {.engine = &engine_lazy, .jobs = 1, .leading = true},
        {.engine = &engine_dpor, .jobs = 1},
        {.engine = &engine_ag, .jobs = 1, .delay = 0.5},
        {.engine = &engine_enumerate, .jobs = 1, .delay = 0.5},
    };
    return race_engines(task, entries, sizeof entries / sizeof *entries, verdict);
}

static bool try_short_enumeration(const EngineTask *task, Verdict *verdict)
{
    return try_work(task, &engine_enumerate, enumerate_shortly, verdict);
}

static bool try_enumeration(const EngineTask *task, Verdict *verdict)
{
    return try_work(task, &engine_enumerate, enumerate_all, verdict);
}

typedef struct Plan {
    Stage *stages[5];
    uint32_t count;
    uint32_t telling; // the stage whose reason the user hears if none decides
} Plan;

// The first stage that decides has the last word.
static void run_stages(const EngineTask *task, const Plan *plan, Verdict *verdict)
{
    Verdict told = {0}, failed = {0};
    Statistics spent = {0};
    bool decided = false, has_told = false;
    for (uint32_t i = 0; i < plan->count && !decided; i++) {
        Verdict next = {0};
        decided = plan->stages[i](task, &next);
        verdict_take_failures(&failed, &next);
        bool over = limits_exceeded(task->limits) != LIMIT_NONE;
        if (decided || i == plan->telling || (over && !has_told)) {
            verdict_free(&told);
            statistics_add(&spent, &told.statistics);
            told = next;
            has_told = true;
        } else {
            statistics_add(&spent, &next.statistics);
            verdict_free(&next);
        }
        if (over)
            break;
    }
    *verdict = told;
    verdict_take_failures(verdict, &failed);
    verdict_free(&failed);
    statistics_add(&verdict->statistics, &spent);
}

static void verify(const EngineTask *task, Verdict *verdict)
{
    static const Plan bounded = {{try_short_enumeration, try_stress, race_bounded}, 3, 2};
    static const Plan all_bounded = {{try_short_enumeration, try_enumeration}, 2, 1};
    static const Plan all = {{try_mpc, try_enumeration}, 2, 0};
    static const Plan first = {{try_stress, try_predict, try_mpc_shortly, race_all}, 4, 3};
    bool complete = task->options->all || crew_is_follower() || crew_mpi_follower_count();
    const Plan *plan = OPTION_GIVEN(task->options, context_bound) ? (complete ? &all_bounded : &bounded)
                       : complete                                 ? &all
                                                                  : &first;
    run_stages(task, plan, verdict);
}

const Engine engine_auto = {
    .name = "auto",
    .summary = "a few random runs, then predict, then mpc, then several engines side by side, until one decides",
    .source = "",
    .parallel = true,
    .verify = verify,
};
