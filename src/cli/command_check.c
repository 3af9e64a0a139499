// raddle check: load, verify, report. The verdict is the last line on standard output.
#include <stdio.h>

#include "cli/commands.h"
#include "cli/outcome.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "crew/crew.h"
#include "engine/table.h"
#include "report/lcov.h"

static const Engine *choose_engine(const Options *options)
{
    Text errors = {0};
    const Engine *engine = session_choose_engine(options, &errors);
    terminal_print_errors(&errors);
    text_free(&errors);
    return engine;
}

static void print_notes(const Options *options, const Engine *engine)
{
    Text notes = {0};
    engine_append_notes(engine, options, &notes);
    terminal_print_notes(&notes);
    text_free(&notes);
}

static bool write_coverage(const Session *session, const Options *options)
{
    Text text = {0}, error = {0};
    CoverageSum sum = {0};
    if (session->reached)
        sum = lcov_append(session->program, session->reached, &text);
    bool written = report_write_file(options->coverage, &text, &error);
    if (!options->quiet)
        printf("coverage: %llu of %llu lines, %llu of %llu branches, %s%llu pair%s of operations that met\n",
               (unsigned long long)sum.lines_hit, (unsigned long long)sum.lines, (unsigned long long)sum.branches_hit,
               (unsigned long long)sum.branches, sum.more_pairs ? "more than " : "", (unsigned long long)sum.pairs,
               sum.pairs == 1 ? "" : "s");
    terminal_print_errors(&error);
    text_free(&text);
    text_free(&error);
    return written;
}

static int check(const Options *options, Supervision *supervision)
{
    const Engine *engine = choose_engine(options);
    Session session;
    if (engine && !(engine->options & HEEDS(jobs)) && crew_is_follower())
        return STATUS_TRUE;
    if (!engine)
        return STATUS_USAGE;
    if (!terminal_open_session(&session, options))
        return outcome_report_unloaded(options, &session.limits, supervision);
    print_notes(options, engine);
    Progress progress;
    Verdict verdict = {0};
    progress_start(&progress, options, session.limits.started);
    session_verify(&session, options, engine, progress_is_wanted(&progress) ? progress_show : NULL, &progress,
                   &verdict);
    if (crew_is_follower())
        return STATUS_TRUE;
    terminal_print_notes(&session.suppressions.complaints);
    outcome_print_statistics(&verdict, options);
    progress_end(&progress);
    if (options->coverage && !write_coverage(&session, options)) {
        verdict_free(&verdict);
        session_close(&session);
        return STATUS_USAGE;
    }
    int status = outcome_report(&verdict, options, "", supervision);
    verdict_free(&verdict);
    session_close(&session);
    return status;
}

int command_check(const Options *options)
{
    return supervise(options, check);
}
