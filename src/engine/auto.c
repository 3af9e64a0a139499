// The default. Random runs find most bugs at once; the analysis of one run decides programs with one path and finds what hides in its
// reorderings; the exploration of all paths decides the rest. What it leaves open, for lack of a model of something, is enumerated.
#include <string.h>

#include "engine/crew.h"
#include "engine/engine.h"
#include "engine/enumerate.h"
#include "engine/stress.h"

enum { STRESS_RUNS = 200, STRESS_SECONDS = 1, FIRST_LEAVES = 2000 };

// A stage fills a zeroed verdict and tells whether it has decided.
typedef bool Stage(const EngineTask *task, Verdict *verdict);

static bool try_stress(const EngineTask *task, Verdict *verdict)
{
    return stress_with_budget(task, STRESS_RUNS, STRESS_SECONDS, verdict);
}

static bool try_predict(const EngineTask *task, Verdict *verdict)
{
    engine_predict.verify(task, verdict);
    return verdict->answer != ANSWER_UNKNOWN;
}

static bool try_mpc(const EngineTask *task, Verdict *verdict)
{
    engine_mpc.verify(task, verdict);
    // What is beyond a bound for mpc is for enumeration, too.
    return verdict->answer != ANSWER_UNKNOWN || !strncmp(text_string(&verdict->reason), "bound", 5);
}

static bool try_short_enumeration(const EngineTask *task, Verdict *verdict)
{
    return enumerate_with_budget(task, FIRST_LEAVES, verdict) && verdict->answer != ANSWER_UNKNOWN;
}

static bool try_enumeration(const EngineTask *task, Verdict *verdict)
{
    return enumerate_with_budget(task, UINT64_MAX, verdict) && verdict->answer != ANSWER_UNKNOWN;
}

typedef struct Plan {
    Stage *stages[4];
    uint32_t count;
    uint32_t telling; // the stage whose reason the user hears if none decides
} Plan;

// The first stage that decides has the last word.
static void run_stages(const EngineTask *task, const Plan *plan, Verdict *verdict)
{
    Verdict told = {0};
    Statistics spent = {0};
    bool decided = false, has_told = false;
    for (uint32_t i = 0; i < plan->count && !decided; i++) {
        Verdict next = {0};
        decided = plan->stages[i](task, &next);
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
    statistics_add(&verdict->statistics, &spent);
}

static void verify(const EngineTask *task, Verdict *verdict)
{
    static const Plan bounded = {{try_short_enumeration, try_stress, try_enumeration}, 3, 2};
    static const Plan all = {{try_mpc, try_enumeration}, 2, 0};
    static const Plan first = {{try_stress, try_predict, try_mpc, try_enumeration}, 4, 2};
    const Plan *plan = OPTION_GIVEN(task->options, context_bound) ? &bounded
                       : task->options->all || crew_is_follower() ? &all
                                                                  : &first;
    run_stages(task, plan, verdict);
}

const Engine engine_auto = {
    .name = "auto",
    .summary = "a few random runs, then predict, then mpc, then enumerate, until one decides",
    .source = "",
    .parallel = true,
    .verify = verify,
};
