// raddle check: load, verify, report. The verdict is the last line on standard output.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "cli/commands.h"
#include "cli/outcome.h"
#include "cli/session.h"
#include "engine/crew.h"
#include "engine/schedule.h"

typedef struct ProgressLine {
    double shown; // when
    bool visible; // something stands on the line
    double started;
} ProgressLine;

static void show_progress(void *context, const char *engine, const Statistics *statistics)
{
    ProgressLine *line = context;
    double now = clock_now();
    if (now - line->shown < 0.2)
        return;
    line->shown = now;
    line->visible = true;
    const struct {
        uint64_t count;
        const char *words;
    } counts[] = {{statistics->runs, "runs"},
                  {statistics->paths, "paths"},
                  {statistics->interleavings, "interleavings"},
                  {statistics->iterations, "rounds"},
                  {statistics->events, "events"}};
    fprintf(stderr, "\r\033[K%s:", engine);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (counts[i].count)
            fprintf(stderr, " %llu %s,", (unsigned long long)counts[i].count, counts[i].words);
    fprintf(stderr, " %.0f s", now - line->started);
    fflush(stderr);
}

static const Engine *choose_engine(const Options *options)
{
    const Engine *engine = engine_find(options->engine);
    if (!engine) {
        fprintf(stderr, "raddle: error: there is no engine '%s'; there are", options->engine);
        for (uint32_t i = 0; i < engine_count(); i++)
            fprintf(stderr, "%s %s", i ? "," : "", engine_at(i)->name);
        fputc('\n', stderr);
    }
    return engine;
}

static bool check_schedule(const Options *options)
{
    Text error = {0};
    Scheduler scheduler;
    bool right = scheduler_parse(&scheduler, options->schedule, &error);
    session_print_errors(&error);
    text_free(&error);
    scheduler_free(&scheduler);
    return right;
}

int command_check(const Options *options)
{
    const Engine *engine = choose_engine(options);
    Session session;
    if (engine && !engine->parallel && crew_is_follower())
        return STATUS_TRUE;
    if (!engine || !check_schedule(options) || !session_open(&session, options))
        return STATUS_USAGE;
    if (options->jobs > 1 && !engine->parallel)
        fprintf(stderr, "raddle: note: engine %s works with one worker\n", engine->name);
    if (OPTION_GIVEN(options, context_bound) && (engine == &engine_mpc || engine == &engine_mcr))
        fprintf(stderr, "raddle: note: engine %s does not bound the changes of thread\n", engine->name);
    if (options->schedule && strcmp(engine->name, "predict"))
        fprintf(stderr, "raddle: note: engine %s chooses its own schedules\n", engine->name);
    ProgressLine line = {.started = session.limits.started};
    bool terminal = isatty(STDERR_FILENO) && !options->quiet;
    EngineTask task = {.program = session.program,
                       .options = options,
                       .origin = &session.origin,
                       .machine = session.machine,
                       .limits = &session.limits,
                       .progress = terminal ? show_progress : NULL,
                       .progress_context = &line};
    Verdict verdict = {0};
    engine->verify(&task, &verdict);
    verdict.program = &session.origin;
    if (crew_is_follower())
        return STATUS_TRUE;
    statistics_finish(&verdict.statistics, session.limits.started);
    outcome_print_statistics(&verdict, options);
    if (line.visible)
        fputs("\r\033[K", stderr);
    int status = outcome_report(&verdict, options, "");
    verdict_free(&verdict);
    session_close(&session);
    return status;
}
