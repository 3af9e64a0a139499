#include "cli/arguments.h"

#include <string.h>
#include <unistd.h>

#include "base/property_file.h"
#include "base/suggest.h"
#include "cli/task.h"

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
    case COMMAND_HELP:
    case COMMAND_ENGINES:
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

static bool names_task(const Options *options)
{
    if (options->command != COMMAND_CHECK && options->command != COMMAND_RUN)
        return false;
    for (uint32_t i = 0; i < options->files.count; i++)
        if (task_is_definition(options->files.data[i]))
            return true;
    return false;
}

// Puts what the task says where the command line is silent. The options of the task come first, so that those of the
// command line win.
static bool apply_task(Options *options, const Task *task, int count, const char *const *arguments, Text *error)
{
    if (!options_parse(options, (int)task->arguments.count, task->arguments.data, error)) {
        text_append(error, " (in the section `raddle` of the task definition)");
        return false;
    }
    if (!options_parse(options, count, arguments, error))
        return false;
    options->files.count = 0;
    for (uint32_t i = 0; i < task->files.count; i++)
        vector_push(&options->files, task->files.data[i]);
    if (!OPTION_GIVEN(options, data_model))
        options->data_model = task->data_model;
    return OPTION_GIVEN(options, property) || !task->property_file ||
           property_read_file(task->property_file, &options->property, error);
}

// A task definition in place of the program: reads it, and then the arguments once more.
static bool expand_task(Options *options, int count, const char *const *arguments, Text *error)
{
    Arena strings = {0};
    Task task = {0};
    const char *path = options->files.data[0];
    if (options->files.count > 1) {
        text_append(error, "a task definition (.yml) must be the only file");
        return false;
    }
    bool read = task_read(path, &strings, &task, error);
    if (read) {
        Command command = options->command;
        options_free(options);
        options_initialize(options, command);
        read = apply_task(options, &task, count, arguments, error);
    }
    options->strings = strings;
    task_free(&task);
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
    if (command == COMMAND_HELP && count == 3 && find_command(arguments[2], &options->command)) {
        options->help = true;
        return true;
    }
    if (!options_parse(options, count - start, arguments + start, error))
        return false;
    if (!options->help && !options->version && names_task(options) &&
        !expand_task(options, count - start, arguments + start, error))
        return false;
    return options->help || options->version || (check_files(options, error) && check_dump(options, error));
}
