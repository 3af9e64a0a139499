#include "cli/outcome.h"

#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "report/color.h"
#include "report/report.h"

void outcome_print_statistics(const Verdict *verdict, const Options *options)
{
    const Statistics *statistics = &verdict->statistics;
    if (!options->verbose)
        return;
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

static bool write_file(ReportFormat format, const char *path, const Verdict *verdict, Text *error)
{
    Text text = {0};
    report_write(format, verdict, &text);
    bool written = report_write_file(path, &text, error);
    text_free(&text);
    return written;
}

static bool write_files(const Verdict *verdict, const Options *options)
{
    Text error = {0};
    bool written = true;
    for (ReportFormat format = 0; format < REPORT_FORMAT_COUNT && written; format++) {
        const char *path = report_format_path(format, options);
        if (path && report_can_tell(format, verdict))
            written = write_file(format, path, verdict, &error);
    }
    if (written && options->record && verdict->counterexamples.count)
        written = trace_save(verdict->counterexamples.data[0], options->record, &error);
    terminal_print_errors(&error);
    text_free(&error);
    return written;
}

static void print_counterexamples(const Verdict *verdict, const Options *options)
{
    ReportOptions report = terminal_report_options(options, stdout);
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++) {
        report_trace_text(verdict->counterexamples.data[i], &report, stdout);
        putchar('\n');
    }
    if (!options->all || verdict->counterexamples.count < 2)
        return;
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++) {
        const Trace *trace = verdict->counterexamples.data[i];
        printf("violated: %s %s:%u\n", property_name(trace->property), trace->where.file, trace->where.line);
    }
}

static void append_counted(Text *out, uint64_t count, const char *thing)
{
    text_append_count(out, count, thing);
    text_append(out, ", ");
}

// What was done, on one line; counts that do not belong to the engine's way of working are left out.
static void print_summary(const Verdict *verdict)
{
    const Statistics *statistics = &verdict->statistics;
    Text counts = {0};
    if (statistics->runs)
        append_counted(&counts, statistics->runs, "run");
    if (statistics->interleavings)
        append_counted(&counts, statistics->interleavings, "interleaving");
    append_counted(&counts, statistics->events, "event");
    if (statistics->solver_calls) {
        append_counted(&counts, statistics->solver_calls, "solver call");
        append_counted(&counts, statistics->clauses, "clause");
    }
    printf("engine %s: %s", verdict->engine, text_string(&counts));
    text_free(&counts);
    printf("%.2f s, %llu MB", statistics->time_s, (unsigned long long)statistics->memory_mb);
    if (verdict->answer == ANSWER_TRUE && verdict->bounded)
        printf("; this answer is bounded: it holds %s", text_string(&verdict->note));
    else if (verdict->note.length)
        printf("; %s", text_string(&verdict->note));
    putchar('\n');
}

// What the verdict is about, if it is not main.
static void print_calls(const Verdict *verdict)
{
    Text calls = {0};
    if (verdict->program)
        call_plan_describe(&verdict->program->calls, &calls);
    if (calls.length)
        printf("checked: %s, with arbitrary arguments\n", text_string(&calls));
    text_free(&calls);
}

static void print_proof(const Verdict *verdict)
{
    Text text = {0};
    if (verdict->proof.found)
        proof_append_text(&verdict->proof, &text);
    fputs(text_string(&text), stdout);
    text_free(&text);
}

static void print_remarks(const Verdict *verdict)
{
    for (uint32_t i = 0; i < verdict->remarks.count; i++) {
        Text line = {0};
        remark_append(&verdict->remarks.data[i], &line);
        puts(text_string(&line));
        text_free(&line);
    }
}

static void print_suppressed(const Verdict *verdict)
{
    for (uint32_t i = 0; i < verdict->suppressed.count; i++) {
        Text line = {0};
        suppressed_append(&verdict->suppressed.data[i], &line);
        puts(text_string(&line));
        text_free(&line);
    }
}

static void print_failures(const Verdict *verdict)
{
    for (uint32_t i = 0; i < verdict->failures.count; i++) {
        Text line = {0};
        failure_append(&verdict->failures.data[i], &line);
        puts(text_string(&line));
        text_free(&line);
    }
}

// How far it came, and what to do.
static void print_unknown(const Verdict *verdict)
{
    Text text = {0}, hint = {0};
    verdict_append_hint(verdict, &hint);
    if (verdict->covered.length)
        text_format(&text, "no violation in %s\n", text_string(&verdict->covered));
    if (hint.length)
        text_format(&text, "try: %s\n", text_string(&hint));
    terminal_print_folded(text_string(&text));
    text_free(&hint);
    text_free(&text);
}

static void print_verdict_line(const Verdict *verdict, const Options *options)
{
    static const char *const colors[] = {
        [ANSWER_TRUE] = COLOR_PROOF, [ANSWER_FALSE] = COLOR_ERROR, [ANSWER_UNKNOWN] = COLOR_DOUBT};
    bool colored = terminal_has_colors(options, stdout);
    Text line = {0};
    verdict_append_line(verdict, &line);
    printf("%s%s%s\n", colored ? colors[verdict->answer] : "", text_string(&line), colored ? COLOR_RESET : "");
    text_free(&line);
}

static bool print_verdict(const Verdict *verdict, const Options *options, const char *explanation)
{
    if (verdict->dump.length)
        fputs(text_string(&verdict->dump), stdout);
    if (options->show_invariant)
        print_proof(verdict);
    if (!options->quiet) {
        print_counterexamples(verdict, options);
        if (*explanation)
            puts(explanation);
        print_calls(verdict);
        print_summary(verdict);
        print_unknown(verdict);
        print_remarks(verdict);
        print_suppressed(verdict);
        print_failures(verdict);
    }
    print_verdict_line(verdict, options);
    if (!fflush(stdout) && !ferror(stdout))
        return true;
    perror("raddle: error: standard output");
    return false;
}

int outcome_report(const Verdict *verdict, const Options *options, const char *explanation, Supervision *supervision)
{
    supervision_tell_verdict(supervision, verdict);
    bool written = write_files(verdict, options);
    supervision_enter(supervision, STAGE_PRINT);
    bool printed = print_verdict(verdict, options, explanation);
    supervision_enter(supervision, STAGE_DONE);
    return written && printed ? verdict_exit_status(verdict->answer) : STATUS_USAGE;
}

static Verdict make_unknown(const Options *options, const char *reason, const Statistics *statistics,
                            TraceProgram *program)
{
    session_describe_program(options, program);
    Verdict verdict = {
        .answer = ANSWER_UNKNOWN, .engine = options->engine, .program = program, .statistics = *statistics};
    text_append(&verdict.reason, reason);
    return verdict;
}

static void free_unknown(Verdict *verdict, TraceProgram *program)
{
    verdict_free(verdict);
    vector_free(&program->files);
    vector_free(&program->file_arguments);
    vector_free(&program->clang_arguments);
    vector_free(&program->given_files);
}

int outcome_report_unknown(const Options *options, const char *reason, const Statistics *statistics,
                           Supervision *supervision)
{
    TraceProgram program = {0};
    Verdict verdict = make_unknown(options, reason, statistics, &program);
    int status = outcome_report(&verdict, options, "", supervision);
    free_unknown(&verdict, &program);
    return status;
}

int outcome_report_unloaded(const Options *options, const Limits *limits, Supervision *supervision)
{
    Statistics statistics = {0};
    if (limits->reason == LIMIT_NONE)
        return STATUS_USAGE;
    statistics_finish(&statistics, limits->started);
    return outcome_report_unknown(options, limits_reason_text(limits->reason), &statistics, supervision);
}

void outcome_write_unknown(const Options *options, const char *reason, const Statistics *statistics)
{
    TraceProgram program = {0};
    Verdict verdict = make_unknown(options, reason, statistics, &program);
    write_files(&verdict, options);
    free_unknown(&verdict, &program);
}
