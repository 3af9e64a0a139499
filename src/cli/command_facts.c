// raddle facts: what abstract interpretation knows of the variables that threads share. The exit status tells whether it
// came to its end, not whether it proves anything.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/outcome.h"
#include "cli/terminal.h"
#include "engine/table.h"

// As JSON to a file, if that was asked for, and for people.
static bool write_facts(const Verdict *verdict, const Options *options)
{
    Text error = {0};
    bool to_file = options->json && strcmp(options->json, "-");
    bool written = to_file ? file_write_text(options->json, &verdict->dump, &error)
                           : file_write_stream(stdout, "standard output", &verdict->dump, &error);
    terminal_print_errors(&error);
    text_free(&error);
    return written;
}

static int print_facts(const Options *options, Supervision *supervision)
{
    Options chosen = *options;
    Session session;
    Verdict verdict = {0};
    chosen.engine = "abstract";
    chosen.dump = options->json ? DUMP_FACTS_JSON : DUMP_FACTS;
    if (!terminal_open_session(&session, &chosen))
        return outcome_report_unloaded(options, &session.limits, supervision);
    session_verify(&session, &chosen, engine_find(chosen.engine), NULL, NULL, &verdict);
    int status;
    if (verdict.dump.length) {
        supervision_tell_verdict(supervision, &verdict);
        supervision_enter(supervision, STAGE_PRINT);
        status = write_facts(&verdict, options) ? STATUS_TRUE : STATUS_USAGE;
        supervision_enter(supervision, STAGE_DONE);
    } else {
        status = outcome_report(&verdict, options, "", supervision);
    }
    verdict_free(&verdict);
    session_close(&session);
    return status;
}

int command_facts(const Options *options)
{
    return supervise(options, print_facts);
}
