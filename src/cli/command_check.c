// raddle check: load, verify, report. The verdict is the last line on standard output.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "cli/commands.h"
#include "cli/session.h"

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
    fprintf(stderr, "\r\033[K%s: %llu runs, %llu interleavings, %llu events, %.0f s", engine,
            (unsigned long long)statistics->runs, (unsigned long long)statistics->interleavings,
            (unsigned long long)statistics->events, now - line->started);
    fflush(stderr);
}

static void print_verdict(const Verdict *verdict, const Options *options)
{
    ReportOptions report = session_report_options(options, stdout);
    if (!options->quiet) {
        for (uint32_t i = 0; i < verdict->counterexamples.count; i++) {
            report_trace_text(verdict->counterexamples.data[i], &report, stdout);
            putchar('\n');
        }
        if (options->all && verdict->counterexamples.count > 1)
            for (uint32_t i = 0; i < verdict->counterexamples.count; i++) {
                const Trace *trace = verdict->counterexamples.data[i];
                printf("violated: %s %s:%u\n", property_name(trace->property), trace->where.file, trace->where.line);
            }
        const Statistics *statistics = &verdict->statistics;
        printf("engine %s: %llu runs, %llu interleavings, %llu events, %.2f s, %llu MB", verdict->engine,
               (unsigned long long)statistics->runs, (unsigned long long)statistics->interleavings,
               (unsigned long long)statistics->events, statistics->time_s, (unsigned long long)statistics->memory_mb);
        if (verdict->answer == ANSWER_TRUE && verdict->bounded)
            printf("; this answer is bounded: it holds %s", text_string(&verdict->note));
        else if (verdict->note.length)
            printf("; %s", text_string(&verdict->note));
        putchar('\n');
    }
    Text line = {0};
    verdict_append_line(verdict, &line);
    puts(text_string(&line));
    text_free(&line);
}

static void print_statistics(const Statistics *statistics)
{
#define PRINT_COUNT(name, description) \
    printf("%-14s %12llu  %s\n", #name, (unsigned long long)statistics->name, description);
#define PRINT_MEGABYTES(name, description) PRINT_COUNT(name, description)
#define PRINT_SECONDS(name, description) printf("%-14s %12.3f  %s\n", #name, statistics->name, description);
#define PRINT_ROW(kind, name, description) PRINT_##kind(name, description)
    STATISTICS_TABLE(PRINT_ROW)
#undef PRINT_ROW
#undef PRINT_SECONDS
#undef PRINT_MEGABYTES
#undef PRINT_COUNT
}

static bool write_files(const Verdict *verdict, const Options *options)
{
    Text error = {0};
    bool written = true;
    if (options->json) {
        Text json = {0};
        report_json(verdict, &json);
        written = report_write_file(options->json, &json, &error);
        text_free(&json);
    }
    if (written && options->record && verdict->counterexamples.count)
        written = trace_save(verdict->counterexamples.data[0], options->record, &error);
    session_print_errors(&error);
    text_free(&error);
    return written;
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

int command_check(const Options *options)
{
    const Engine *engine = choose_engine(options);
    Session session;
    if (!engine || !session_open(&session, options))
        return STATUS_USAGE;
    if (options->jobs > 1)
        fprintf(stderr, "raddle: note: engine %s works with one worker\n", engine->name);
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
    statistics_finish(&verdict.statistics, session.limits.started);
    if (options->verbose)
        print_statistics(&verdict.statistics);
    if (line.visible)
        fputs("\r\033[K", stderr);
    bool written = write_files(&verdict, options);
    print_verdict(&verdict, options);
    static const int statuses[] = {
        [ANSWER_TRUE] = STATUS_TRUE, [ANSWER_FALSE] = STATUS_FALSE, [ANSWER_UNKNOWN] = STATUS_UNKNOWN};
    int status = statuses[verdict.answer];
    if (fflush(stdout) || ferror(stdout)) {
        perror("raddle: error: standard output");
        status = STATUS_USAGE;
    }
    verdict_free(&verdict);
    session_close(&session);
    return written ? status : STATUS_USAGE;
}
