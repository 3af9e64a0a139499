#include "cli/arguments.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "api/config.h"
#include "api/project.h"
#include "api/task.h"
#include "base/suggest.h"

static bool find_command(const char *word, Command *command)
{
    for (Command candidate = 0; candidate < COMMAND_COUNT; candidate++) {
        if (!strcmp(word, options_command_name(candidate))) {
            *command = candidate;
            return true;
        }
    }
    return false;
}

// A first word that could not be a file either is a mistyped command.
static bool looks_like_command(const char *word)
{
    return word[0] != '-' && !strpbrk(word, "./") && access(word, F_OK) != 0;
}

static void report_unknown_command(const char *word, Text *error)
{
    Suggestion suggestion = suggestion_start(word);
    for (Command candidate = 0; candidate < COMMAND_COUNT; candidate++)
        suggestion_consider(&suggestion, options_command_name(candidate));
    text_format(error, "unknown command '%s'", word);
    if (suggestion.best)
        text_format(error, "; did you mean '%s'?", suggestion.best);
}

static bool check_files(const Options *options, Text *error)
{
    const char *command = options_command_name(options->command);
    uint32_t count = options->files.count;
    switch (options->command) {
    case COMMAND_CHECK:
    case COMMAND_RUN:
    case COMMAND_ORDERS:
    case COMMAND_FACTS:
    case COMMAND_FUNCTIONS:
        if (count)
            return true;
        text_format(error, "`raddle %s` needs a C file", command);
        return false;
    case COMMAND_PREDICT:
        if (count == 1)
            return true;
        text_append(error, "`raddle predict` needs one recorded run");
        return false;
    case COMMAND_REPLAY:
        if (count == 1)
            return true;
        text_append(error, "`raddle replay` needs one recorded run or counterexample");
        return false;
    case COMMAND_INIT:
        return true;
    case COMMAND_HELP:
    case COMMAND_ENGINES:
    case COMMAND_LSP:
    case COMMAND_SERVE:
    case COMMAND_VERSION:
    case COMMAND_COUNT:
        break;
    }
    if (count)
        text_format(error, "`raddle %s` takes no file (got '%s')", command, options->files.data[0]);
    return !count;
}

// Forms of a program need one, formulas need an analysis.
static bool check_dump(const Options *options, Text *error)
{
    unsigned possible = options->command == COMMAND_PREDICT ? DUMP_FORMULA | DUMP_SMT2
                        : options->command == COMMAND_RUN   ? DUMP_IR
                                                            : UINT32_MAX;
    if (!(options->dump & ~possible))
        return true;
    text_format(error, "`raddle %s` has no such form to print: --dump=%s", options_command_name(options->command),
                options->command == COMMAND_PREDICT ? "ir or paths" : "formula, smt2 or paths");
    return false;
}

// The text of the file "-".
static bool read_standard_input(Options *options, Text *error)
{
    bool asked = false;
    for (uint32_t i = 0; i < options->files.count; i++)
        asked |= !strcmp(options->files.data[i], "-");
    if (!asked || !options_take_program(options))
        return true;
    Text text = {0};
    char block[16384];
    for (size_t count; (count = fread(block, 1, sizeof block, stdin)) > 0;)
        text_append_bytes(&text, block, count);
    bool read = !ferror(stdin) && !memchr(text_string(&text), 0, text.length);
    if (read)
        options->standard_input = arena_copy_string(&options->strings, text_string(&text));
    else
        text_append(error, ferror(stdin) ? "standard input cannot be read" : "standard input is not text");
    text_free(&text);
    return read;
}

bool arguments_parse(Options *options, int count, const char *const *arguments, Text *error)
{
    Command command = COMMAND_CHECK;
    int start = 1;
    if (count > 1) {
        if (find_command(arguments[1], &command)) {
            start = 2;
        } else if (looks_like_command(arguments[1])) {
            options_initialize(options, COMMAND_CHECK);
            report_unknown_command(arguments[1], error);
            return false;
        }
    }
    options_initialize(options, command);
    for (int i = start; i < count; i++)
        vector_push(&options->words, arguments[i]);
    if (command == COMMAND_HELP && count == 3) { // also about --timeout
        vector_push(&options->files, arguments[2]);
        return true;
    }
    if (!options_parse(options, count - start, arguments + start, error))
        return false;
    if (options->help || options->version)
        return true;
    return config_expand(options, error) && task_expand(options, count - start, arguments + start, error) &&
           project_expand(options, error) && check_files(options, error) && read_standard_input(options, error) &&
           check_dump(options, error);
}
