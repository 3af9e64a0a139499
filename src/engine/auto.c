// The default: a short enumeration, which decides small programs with short counterexamples; then random runs, which find most
// bugs of larger ones; then enumeration to the end.
#include "engine/engine.h"
#include "engine/enumerate.h"
#include "engine/stress.h"

enum { FIRST_LEAVES = 2000, STRESS_RUNS = 1000 };

static void verify(const EngineTask *task, Verdict *verdict)
{
    Statistics spent = {0};
    if (!enumerate_with_budget(task, FIRST_LEAVES, verdict)) {
        spent = verdict->statistics;
        verdict_free(verdict);
        *verdict = (Verdict){0};
        if (!stress_with_budget(task, STRESS_RUNS, verdict) && limits_exceeded(task->limits) == LIMIT_NONE) {
            statistics_add(&spent, &verdict->statistics);
            verdict_free(verdict);
            *verdict = (Verdict){0};
            enumerate_with_budget(task, UINT64_MAX, verdict);
        }
    } else if (verdict->answer == ANSWER_UNKNOWN && (verdict->bounded || verdict->statistics.runs > 1) &&
               limits_exceeded(task->limits) == LIMIT_NONE) {
        // Inputs were fixed, or something is not modelled on one path of several: random runs may still find a violation.
        Verdict random = {0};
        if (stress_with_budget(task, STRESS_RUNS, &random)) {
            spent = verdict->statistics;
            verdict_free(verdict);
            *verdict = random;
        } else {
            spent = random.statistics;
            verdict_free(&random);
        }
    }
    statistics_add(&verdict->statistics, &spent);
}

const Engine engine_auto = {
    .name = "auto",
    .summary = "a short enumeration, then random runs, then enumeration to the end",
    .source = "",
    .verify = verify,
};
