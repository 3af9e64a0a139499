// raddle's entry: reads the arguments and hands over to the command they name.
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/commit.h"
#include "cli/terminal.h"
#include "crew/crew.h"

static int print_text(const char *text)
{
    if (fputs(text, stdout) == EOF || fflush(stdout) == EOF) {
        perror("raddle: standard output");
        return STATUS_USAGE;
    }
    return 0;
}

static int print_version(void)
{
    Text text = {0};
    text_append(&text, "raddle " RADDLE_VERSION " (");
    if (*raddle_commit)
        text_format(&text, "commit %s, ", raddle_commit);
    text_append(&text, "front end " RADDLE_CLANG ")\n");
    int status = print_text(text_string(&text));
    text_free(&text);
    return status;
}

// A file that cannot be written is an error before hours of work, not after them.
static bool check_outputs(const Options *options)
{
    Text error = {0};
    for (OptionId id = 0; id < OPTION_COUNT && !error.length; id++) {
        const char *path = options_output_file(options, id);
        if (path && strcmp(path, "-"))
            file_can_be_written(path, &error);
    }
    terminal_print_errors(&error);
    bool possible = !error.length;
    text_free(&error);
    return possible;
}

// Of an MPI run only rank 0 does what cannot be shared.
static int dispatch(const Options *options)
{
    if (crew_is_follower() && options->command != COMMAND_CHECK)
        return 0;
    if (!crew_is_follower() && !check_outputs(options))
        return STATUS_USAGE;
    switch (options->command) {
    case COMMAND_CHECK:
        return command_check(options);
    case COMMAND_RUN:
        return command_run(options);
    case COMMAND_PREDICT:
        return command_predict(options);
    case COMMAND_REPLAY:
        return command_replay(options);
    case COMMAND_FACTS:
        return command_facts(options);
    case COMMAND_ORDERS:
        return command_orders(options);
    case COMMAND_FUNCTIONS:
        return command_functions(options);
    case COMMAND_LSP:
        return command_lsp(options);
    case COMMAND_SERVE:
        return command_serve(options);
    case COMMAND_ENGINES:
        return command_engines(options);
    case COMMAND_INIT:
        return command_init(options);
    case COMMAND_HELP:
        return command_help(options->files.count ? options->files.data[0] : NULL);
    case COMMAND_VERSION:
    case COMMAND_COUNT:
        break;
    }
    return print_version();
}

int main(int argument_count, char **arguments)
{
    Options options;
    Text error = {0};
    int status;
    memory_expect_many_blocks();
    fail_end_with_verdict();
    crew_start();
    if (!arguments_parse(&options, argument_count, (const char *const *)arguments, &error)) {
        fprintf(stderr, "raddle: error: %s\n", text_string(&error));
        fprintf(stderr, "Try `raddle --help`.\n");
        status = STATUS_USAGE;
    } else if (options.help) {
        // `raddle --help` has no command in front.
        bool named = argument_count > 1 && arguments[1][0] != '-' && options.command != COMMAND_HELP;
        status = command_help(named ? options_command_name(options.command) : NULL);
    } else {
        if (options.version)
            options.command = COMMAND_VERSION;
        for (uint32_t i = 0; i < options.notes.count && !options.quiet && !crew_is_follower(); i++)
            fprintf(stderr, "raddle: note: %s\n", options.notes.data[i]);
        status = dispatch(&options);
    }
    text_free(&error);
    options_free(&options);
    return status;
}
