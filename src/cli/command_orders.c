// raddle orders: which memory orders a program needs. It is verified again and again, each time with other orders of
// its atomic operations. The verdict line is about the program as it is.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/outcome.h"
#include "cli/terminal.h"
#include "orders/proposal.h"
#include "orders/rewrite.h"

// A verification that takes much longer than that of the program as it is counts as undecided.
static const double least_seconds = 20, times_longer = 10;

typedef struct Study {
    Options options; // the user's, for each verification
    const Engine *engine;
    Session session;
    Proposal proposal;
    double first; // seconds that the program as it is took
} Study;

// --- Verifying

static void show_progress(const Study *study)
{
    if (terminal_shows_progress(&study->options))
        fprintf(stderr, "\r\033[Korders: %u verifications, %.0f s", study->proposal.verified,
                clock_now() - study->session.limits.started);
}

static void verify(Study *study, Verdict *verdict)
{
    study->proposal.verified++;
    session_verify(&study->session, &study->options, study->engine, NULL, NULL, verdict);
    show_progress(study);
}

static Answer judge(void *context)
{
    Study *study = context;
    Limits *limits = &study->session.limits, whole = *limits;
    if (limits_exceeded(limits) != LIMIT_NONE)
        return ANSWER_UNKNOWN;
    double deadline = clock_now() + least_seconds + times_longer * study->first;
    bool own = !whole.deadline || deadline < whole.deadline;
    if (own)
        limits->deadline = deadline;
    Verdict verdict = {0};
    verify(study, &verdict);
    Answer answer = verdict.answer;
    verdict_free(&verdict);
    if (own && limits->reason == LIMIT_TIMEOUT)
        limits->reason = LIMIT_NONE;
    limits->deadline = whole.deadline;
    return answer;
}

// --- What follows

static void find_executed(Study *study)
{
    Proposal *proposal = &study->proposal;
    for (uint32_t i = 0; i < proposal->sites.list.count; i++) {
        const Site *site = &proposal->sites.list.data[i];
        for (uint32_t j = 0; j < site->positions.count; j++)
            proposal->executed[i] |= reached_has_atomic(study->session.reached, site->positions.data[j]);
    }
}

static void weaken(Study *study, OrdersSearch *search)
{
    uint32_t count = study->proposal.sites.list.count;
    bool *skips = memory_allocate_zeroed(count * sizeof *skips);
    for (uint32_t i = 0; i < count; i++)
        skips[i] = !study->proposal.executed[i];
    orders_weaken(search, skips);
    free(skips);
}

static void strengthen(Study *study, OrdersSearch *search)
{
    Proposal *proposal = &study->proposal;
    proposal->mended = orders_strengthen(search);
    if (proposal->mended == MENDED_NEVER)
        proposal->because = "Memory orders are not the cause: with seq_cst everywhere it is violated, too.";
    if (proposal->mended == MENDED_UNKNOWN)
        proposal->because = "Whether stronger orders mend it is not known: with seq_cst everywhere it was not decided.";
}

static void propose(Study *study)
{
    Proposal *proposal = &study->proposal;
    OrdersSearch search = {.sites = &proposal->sites, .judge = judge, .context = study};
    double started = clock_now();
    verify(study, &proposal->verdict);
    study->first = clock_now() - started;
    if (!proposal->sites.list.count)
        proposal->because = "The program has no atomic operation and no fence.";
    find_executed(study);
    if (proposal->because || proposal->verdict.answer == ANSWER_UNKNOWN)
        return;
    if (proposal->verdict.answer == ANSWER_TRUE)
        weaken(study, &search);
    else
        strengthen(study, &search);
    proposal->undecided = search.undecided;
    find_executed(study);
}

// --- Changing the source

static bool is_folder(const char *path)
{
    struct stat status;
    return !stat(path, &status) && S_ISDIR(status.st_mode);
}

// The source of one file with what is proposed; what cannot be rewritten is said.
static bool write_changed(const Proposal *proposal, uint32_t file, const char *path, Text *error)
{
    const char *name = proposal->program->files.data[file];
    Text source = {0}, notes = {0};
    bool written = file_read_text(name, &source, error);
    for (uint32_t i = proposal->sites.list.count; i-- && written;) {
        const Site *site = &proposal->sites.list.data[i];
        if (site->place.file != file || !site_is_changed(site) || rewrite_orders(&source, site))
            continue;
        text_format(&notes, "%s:%u:%u: to be changed by hand, it is no function of <stdatomic.h>: ", name,
                    site->place.line, site->place.column);
        orders_append(site->now, site->kind, &notes);
        text_append(&notes, "\n");
    }
    terminal_print_notes(&notes);
    if (written)
        written = strcmp(path, "-") ? file_write_text(path, &source, error)
                                    : file_write_stream(stdout, "standard output", &source, error);
    text_free(&notes);
    text_free(&source);
    return written;
}

static bool is_changed(const Proposal *proposal, uint32_t file)
{
    for (uint32_t i = 0; i < proposal->sites.list.count; i++)
        if (proposal->sites.list.data[i].place.file == file && site_is_changed(&proposal->sites.list.data[i]))
            return true;
    return false;
}

// Into a folder every file that changes, into a file the only one.
static bool write_source(const Proposal *proposal, const char *path, Text *error)
{
    bool folder = is_folder(path), written = true;
    uint32_t count = 0;
    for (uint32_t file = 0; file < proposal->program->files.count && written; file++) {
        if (!is_changed(proposal, file))
            continue;
        if (count++ && !folder) {
            text_format(error, "--apply: %s changes, too: give the name of a folder for all of them",
                        proposal->program->files.data[file]);
            return false;
        }
        Text name = {0};
        text_format(&name, folder ? "%s/%s" : "%s", path, file_name_of(proposal->program->files.data[file]));
        written = write_changed(proposal, file, folder ? text_string(&name) : path, error);
        text_free(&name);
    }
    if (!count)
        fprintf(stderr, "raddle: note: --apply: nothing changes, so nothing was written\n");
    return written;
}

// --- The command

static bool write_files(const Proposal *proposal, const Options *options)
{
    Text error = {0}, json = {0};
    if (options->json) {
        proposal_append_json(proposal, &json);
        if (strcmp(options->json, "-"))
            file_write_text(options->json, &json, &error);
        else
            file_write_stream(stdout, "standard output", &json, &error);
    }
    if (options->apply && !error.length)
        write_source(proposal, options->apply, &error);
    terminal_print_errors(&error);
    bool written = !error.length;
    text_free(&json);
    text_free(&error);
    return written;
}

static bool print(const Study *study, const Options *options)
{
    Text text = {0}, error = {0};
    if (!options->quiet)
        proposal_append_text(&study->proposal, &text);
    if (options->verbose)
        text_format(&text, "%u verifications in %.1f s.\n", study->proposal.verified,
                    clock_now() - study->session.limits.started);
    verdict_append_line(&study->proposal.verdict, &text);
    text_append(&text, "\n");
    if (terminal_shows_progress(options))
        fputs("\r\033[K", stderr);
    bool printed = file_write_stream(stdout, "standard output", &text, &error);
    terminal_print_errors(&error);
    text_free(&text);
    text_free(&error);
    return printed;
}

static int report(const Study *study, const Options *options, Supervision *supervision)
{
    supervision_tell_verdict(supervision, &study->proposal.verdict);
    bool written = write_files(&study->proposal, options);
    supervision_enter(supervision, STAGE_PRINT);
    bool printed = print(study, options);
    supervision_enter(supervision, STAGE_DONE);
    return written && printed ? verdict_exit_status(study->proposal.verdict.answer) : STATUS_USAGE;
}

static bool choose(Study *study, const Options *options)
{
    Text errors = {0};
    study->options = *options;
    study->options.no_minimise = true;
    if (!OPTION_GIVEN(options, memory_model))
        study->options.memory_model = MEMORY_MODEL_C11;
    if (study->options.memory_model == MEMORY_MODEL_SC)
        text_append(&errors, "`raddle orders`: under --memory-model=sc orders make no difference");
    else if (!options->apply || !strcmp(options->apply, "-") || is_folder(options->apply) ||
             file_can_be_written(options->apply, &errors))
        study->engine = session_choose_engine(options, &errors);
    terminal_print_errors(&errors);
    text_free(&errors);
    return study->engine != NULL;
}

static int orders(const Options *options, Supervision *supervision)
{
    Study study = {0};
    if (!choose(&study, options))
        return STATUS_USAGE;
    if (!terminal_open_session(&study.session, &study.options))
        return outcome_report_unloaded(options, &study.session.limits, supervision);
    study.proposal.program = study.session.program;
    sites_collect(&study.proposal.sites, study.session.program);
    study.proposal.executed =
        memory_allocate_zeroed((study.proposal.sites.list.count + 1) * sizeof *study.proposal.executed);
    propose(&study);
    int status = report(&study, options, supervision);
    proposal_free(&study.proposal);
    session_close(&study.session);
    return status;
}

int command_orders(const Options *options)
{
    return supervise(options, orders);
}
