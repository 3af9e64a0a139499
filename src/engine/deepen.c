#include "engine/deepen.h"

#include "crew/crew.h"
#include "crew/crew_mpi.h"

enum { DEFAULT_SECONDS = 20, SHARE_PERCENT = 90, DEEPEST = 1000 };

typedef struct Deepening {
    const EngineTask *task;
    const char *engine;
    const Stage *stages;
    uint32_t stage_count;
    double end; // by the clock
    Depth depth;
    Statistics spent;
    Verdict failed; // has the failures only
} Deepening;

// The task within bounds, and what it points to.
typedef struct BoundedTask {
    EngineTask task;
    TraceProgram origin;
    Limits limits;
} BoundedTask;

bool deepening_is_asked(const EngineTask *task)
{
    const Options *options = task->options;
    return (options->unwind == BOUND_AUTO || options->max_threads_per_site == BOUND_AUTO) && !crew_is_follower() &&
           !crew_mpi_follower_count();
}

static Bounds bounds_at(const Options *options, uint64_t level)
{
    Bounds bounds = bounds_of(options);
    if (options->unwind == BOUND_AUTO)
        bounds.rounds = level;
    if (options->max_threads_per_site == BOUND_AUTO)
        bounds.threads = level;
    bounds.spare_private = options->unwind == BOUND_AUTO;
    return bounds;
}

static void set_bounds(BoundedTask *bounded, const EngineTask *task, Bounds bounds, double seconds)
{
    bounded->task = *task;
    bounded->origin = *task->origin;
    bounded->limits = *task->limits;
    double end = clock_now() + seconds;
    if (!bounded->limits.deadline || end < bounded->limits.deadline)
        bounded->limits.deadline = end;
    bounded->origin.bounds = bounded->task.machine.bounds = bounds;
    bounded->task.origin = &bounded->origin;
    bounded->task.limits = bounded->task.machine.limits = &bounded->limits;
}

// Fills a zeroed verdict with that of the stage that has decided, or of the last one. `gave_up`: the engines know something
// in these runs that they cannot tell about, so that it is no use to try longer ones.
static bool search_level(Deepening *deepening, Bounds bounds, double seconds, Verdict *verdict, bool *gave_up)
{
    BoundedTask bounded;
    set_bounds(&bounded, deepening->task, bounds, seconds);
    bool decided = false;
    for (uint32_t i = 0; i < deepening->stage_count && !decided && limits_exceeded(&bounded.limits) == LIMIT_NONE;
         i++) {
        statistics_add(&deepening->spent, &verdict->statistics);
        verdict_free(verdict);
        *verdict = (Verdict){0};
        decided = stage_run(&bounded.task, &deepening->stages[i], verdict);
        verdict_take_failures(&deepening->failed, verdict);
    }
    *gave_up = !decided && limits_exceeded(&bounded.limits) == LIMIT_NONE && !verdict_is_bound(verdict);
    return decided;
}

static void name_place(const Program *program, uint32_t cut, const char *otherwise, const char *words, Text *out)
{
    TracePosition place = {0};
    if (cut)
        place = trace_position_in(program, cut - 1);
    if (place.line)
        text_format(out, " %s %s:%u", words, place.file, place.line);
    else
        text_format(out, " %s", otherwise);
}

static void describe_depth(const Deepening *deepening, Text *out)
{
    const Depth *depth = &deepening->depth;
    const Program *program = deepening->task->program;
    bool rounds = depth->rounds != NO_BOUND, threads = depth->threads != NO_BOUND;
    // What nothing was cut by is not worth a word.
    bool says_rounds = rounds && (depth->cut.loop || !depth->cut.creation || !threads);
    bool says_threads = threads && (depth->cut.creation || !rounds);
    if (says_rounds) {
        text_format(out, "%llu round%s", (unsigned long long)depth->rounds, depth->rounds == 1 ? "" : "s");
        name_place(program, depth->cut.loop, "of each loop", "of the loop at", out);
    }
    if (says_threads) {
        text_format(out, "%s%llu thread%s", says_rounds ? " and " : "", (unsigned long long)depth->threads,
                    depth->threads == 1 ? "" : "s");
        name_place(program, depth->cut.creation, "from each call", "from", out);
    }
}

static void conclude(Deepening *deepening, Verdict *verdict)
{
    Text depth = {0};
    verdict->answer = ANSWER_UNKNOWN;
    verdict->bounded = true;
    verdict->was_cut = false;
    verdict->engine = deepening->engine;
    verdict->depth = deepening->depth;
    text_clear(&verdict->note);
    text_clear(&verdict->covered);
    if (deepening->depth.rounds) {
        describe_depth(deepening, &depth);
        text_clear(&verdict->reason);
        text_format(&verdict->reason, "bound: nothing found with up to %s", text_string(&depth));
        text_format(&verdict->covered, "all runs with up to %s", text_string(&depth));
    } else if (!verdict->reason.length) {
        text_append(&verdict->reason, "bound: not even one round of each loop could be gone through");
    }
    text_free(&depth);
}

static void note_depth(Deepening *deepening, Bounds bounds, const Verdict *verdict)
{
    deepening->depth.rounds = bounds.rounds;
    deepening->depth.threads = bounds.threads;
    if (verdict->depth.cut.loop)
        deepening->depth.cut.loop = verdict->depth.cut.loop;
    if (verdict->depth.cut.creation)
        deepening->depth.cut.creation = verdict->depth.cut.creation;
}

static double seconds_left(const Deepening *deepening)
{
    return deepening->end - clock_now();
}

static bool is_over(const Deepening *deepening)
{
    return seconds_left(deepening) <= 0 || limits_exceeded(deepening->task->limits) != LIMIT_NONE;
}

// Levels are the Fibonacci numbers. Each gets half of the time that is left, so that one that is too much for the search
// still leaves some for random runs beyond it.
static bool search_levels(Deepening *deepening, Verdict *verdict)
{
    uint64_t next = 2;
    for (uint64_t level = 1; level < DEEPEST; next += level, level = next - level) {
        Bounds bounds = bounds_at(deepening->task->options, level);
        statistics_add(&deepening->spent, &verdict->statistics);
        verdict_free(verdict);
        *verdict = (Verdict){0};
        bool gave_up;
        bool decided = search_level(deepening, bounds, seconds_left(deepening) / 2, verdict, &gave_up);
        if (decided && (verdict->answer == ANSWER_FALSE || !verdict->was_cut))
            return true;
        if (decided)
            note_depth(deepening, bounds, verdict);
        bool too_long_anyway = level == 1 && verdict_is_bound(verdict);
        if (gave_up || too_long_anyway || is_over(deepening))
            return false;
    }
    return false;
}

void deepen(const EngineTask *task, const char *engine, const Stage *stages, uint32_t count, Verdict *verdict)
{
    double now = clock_now();
    Deepening deepening = {.task = task, .engine = engine, .stages = stages, .stage_count = count};
    deepening.end =
        now + (task->limits->deadline ? (task->limits->deadline - now) * SHARE_PERCENT / 100 : DEFAULT_SECONDS);
    if (!search_levels(&deepening, verdict))
        conclude(&deepening, verdict);
    text_clear(&verdict->rest); // beyond the bounds nobody has looked
    verdict_take_failures(verdict, &deepening.failed);
    verdict_free(&deepening.failed);
    statistics_add(&verdict->statistics, &deepening.spent);
}

// --- As an engine

static void decide(const EngineTask *task, Verdict *verdict)
{
    static const Stage stages[] = {
        {.engine = &engine_stress, .seconds = 0.3, .run_limit = 100},
        {.entries = {{.engine = &engine_dpor, .leading = true},
                     {.engine = &engine_mpc, .delay = 0.2},
                     {.engine = &engine_ag, .delay = 0.5}},
         .entry_count = 3},
    };
    deepen(task, engine_deepen.name, stages, sizeof stages / sizeof *stages, verdict);
}

const Engine engine_deepen = {
    .name = "deepen",
    .summary = "random runs, dpor, mpc and ag with bounds on rounds and threads that grow: 1, 2, 3, 5, 8, ...",
    .source = "",
    .in_short = "few rounds and threads first, then more",
    .inputs = ENGINE_INPUTS_ALL,
    .options = HEEDS(jobs) | HEEDS(divide_after) | HEEDS(strategy) | HEEDS(order) | HEEDS(no_slice) | HEEDS(no_dpor) |
               HEEDS(keep_order) | HEEDS(seed) | HEEDS(summaries) | HEEDS(summary_size),
    .decide = decide,
};
