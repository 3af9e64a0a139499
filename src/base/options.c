#include "base/options.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/property_file.h"
#include "base/suggest.h"

_Static_assert(OPTION_COUNT <= 128, "OptionSet has one bit per option");

static const OptionDescription descriptions[OPTION_COUNT] = {
#define X(kind, field, letter, name, default_text, placeholder, group, commands, help)          \
    {OPTION_##kind, OPTION_GROUP_##group,    commands, letter, name, default_text, placeholder, \
     help,          offsetof(Options, field)},
    OPTION_TABLE(X)
#undef X
};

static const CompilerOptionDescription compiler_descriptions[] = {
#define X(form, name, placeholder, passed, help) {COMPILER_OPTION_##form, passed, name, placeholder, help},
    COMPILER_OPTION_TABLE(X)
#undef X
};

enum { COMPILER_OPTION_COUNT = sizeof compiler_descriptions / sizeof *compiler_descriptions };

// The arguments still to be read.
typedef struct Cursor {
    const char *const *arguments;
    int count;
    int next;
} Cursor;

const OptionDescription *options_description(OptionId option)
{
    return &descriptions[option];
}

const CompilerOptionDescription *options_compiler_description(unsigned index)
{
    return index < COMPILER_OPTION_COUNT ? &compiler_descriptions[index] : NULL;
}

const CommandDescription *options_command_description(Command command)
{
    static const CommandDescription commands[COMMAND_COUNT] = {
#define X(identifier, name, arguments, description) {name, arguments, description},
        COMMAND_TABLE(X)
#undef X
    };
    return &commands[command];
}

const char *options_command_name(Command command)
{
    return options_command_description(command)->name;
}

const char *options_group_title(OptionGroup group)
{
    static const char *const titles[OPTION_GROUP_COUNT] = {
#define X(identifier, title) title,
        OPTION_GROUP_TABLE(X)
#undef X
    };
    return titles[group];
}

bool options_is_list(OptionKind kind)
{
    return kind == OPTION_LIST || kind == OPTION_REST;
}

static void *field_of(Options *options, const OptionDescription *option)
{
    return (char *)options + option->offset;
}

const char *options_output_file(const Options *options, OptionId option)
{
    const OptionDescription *row = &descriptions[option];
    return row->kind == OPTION_OUTPUT_FILE ? *(const char *const *)((const char *)options + row->offset) : NULL;
}

static bool starts_with(const char *text, const char *prefix)
{
    return !strncmp(text, prefix, strlen(prefix));
}

static bool parse_unsigned(const char *value, uint64_t *result)
{
    char *end;
    errno = 0;
    *result = strtoull(value, &end, 0);
    return isdigit((unsigned char)*value) && !*end && !errno;
}

static bool parse_seconds(const char *value, double *result)
{
    char *end;
    *result = strtod(value, &end);
    return (isdigit((unsigned char)*value) || *value == '.') && !*end && isfinite(*result);
}

// The index of a word in a list separated by `|`, or -1.
static int find_choice(const char *choices, const char *word, size_t length)
{
    for (int index = 0;; index++) {
        size_t choice_length = strcspn(choices, "|");
        if (choice_length == length && !strncasecmp(choices, word, length))
            return index;
        choices += choice_length;
        if (!*choices++)
            return -1;
    }
}

static bool parse_choices(const char *choices, const char *value, unsigned *mask)
{
    for (;;) {
        size_t length = strcspn(value, ",");
        int index = find_choice(choices, value, length);
        if (index < 0)
            return false;
        *mask |= 1u << index;
        value += length;
        if (!*value++)
            return true;
    }
}

static bool parse_bound(const char *value, uint64_t *out)
{
    bool automatic = !strcmp(value, "auto");
    if (automatic || !strcmp(value, "none")) {
        *out = automatic ? BOUND_AUTO : NO_BOUND;
        return true;
    }
    return parse_unsigned(value, out) && *out < BOUND_AUTO;
}

static bool set_value(Options *options, const OptionDescription *option, const char *value, Text *error)
{
    void *field = field_of(options, option);
    const char *expected = "a value";
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)field = true;
        return true;
    case OPTION_STRING:
    case OPTION_OUTPUT_FILE:
        *(const char **)field = value;
        if (*value)
            return true;
        break;
    case OPTION_LIST:
    case OPTION_REST:
        vector_push((StringList *)field, value);
        return true;
    case OPTION_UNSIGNED:
        if (parse_unsigned(value, field))
            return true;
        expected = "a number from 0 to 18446744073709551615";
        break;
    case OPTION_BOUND:
        if (parse_bound(value, field))
            return true;
        expected = "a number, auto or none";
        break;
    case OPTION_SECONDS:
        if (parse_seconds(value, field))
            return true;
        expected = "a number of seconds, e.g. 10 or 0.5";
        break;
    case OPTION_PROPERTIES:
        if (property_is_file(value))
            return property_read_file(value, field, error);
        if (property_parse_list(value, field, error))
            return true;
        text_format(error, " (in --%s=%s)", option->name, value);
        return false;
    case OPTION_CHOICE: {
        int index = find_choice(option->placeholder, value, strlen(value));
        if (index >= 0) {
            *(unsigned *)field = (unsigned)index;
            return true;
        }
        expected = option->placeholder;
        break;
    }
    case OPTION_CHOICES:
        if (parse_choices(option->placeholder, value, field))
            return true;
        expected = option->placeholder;
        break;
    }
    text_format(error, "wrong value '%s' for --%s: expected %s", value, option->name, expected);
    return false;
}

void options_initialize(Options *options, Command command)
{
    *options = (Options){.command = command};
    Text error = {0};
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        if (descriptions[id].default_text)
            set_value(options, &descriptions[id], descriptions[id].default_text, &error);
    text_free(&error);
}

void options_free(Options *options)
{
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        if (options_is_list(descriptions[id].kind))
            vector_free((StringList *)field_of(options, &descriptions[id]));
    vector_free(&options->files);
    vector_free(&options->file_arguments);
    vector_free(&options->words);
    vector_free(&options->notes);
    vector_free(&options->compiler_arguments);
    arena_release(&options->strings);
}

static void report_unknown(const char *name, Text *error)
{
    Suggestion suggestion = suggestion_start(name);
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        suggestion_consider(&suggestion, descriptions[id].name);
    suggestion_consider(&suggestion, "target");
    text_format(error, "unknown option '--%s'", name);
    if (suggestion.best)
        text_format(error, "; did you mean '--%s'?", suggestion.best);
}

// The next argument as the value of an option; one that is itself a long option is not taken for a value.
static const char *take_value(Cursor *cursor, const char *option, const char *placeholder, Text *error)
{
    if (cursor->next >= cursor->count || starts_with(cursor->arguments[cursor->next], "--")) {
        text_format(error, "missing value: %s needs %s", option, placeholder);
        return NULL;
    }
    return cursor->arguments[cursor->next++];
}

static bool apply_option(Options *options, OptionId id, const char *argument, const char *value, Cursor *cursor,
                         Text *error)
{
    const OptionDescription *option = &descriptions[id];
    if (!(option->commands & options_of_command(options->command))) {
        text_format(error, "option '--%s' does not apply to `raddle %s`", option->name,
                    options_command_name(options->command));
        return false;
    }
    if (option->kind == OPTION_FLAG && value) {
        text_format(error, "option '--%s' takes no value (in '%s')", option->name, argument);
        return false;
    }
    options->given |= (OptionSet)1 << id;
    if (option->kind == OPTION_REST && !value) {
        while (cursor->next < cursor->count)
            set_value(options, option, cursor->arguments[cursor->next++], error);
        return true;
    }
    if (option->kind != OPTION_FLAG && !value) {
        value = take_value(cursor, argument, option->placeholder, error);
        if (!value)
            return false;
    }
    return set_value(options, option, value, error);
}

static void pass_on(Options *options, const CompilerOptionDescription *option, const char *argument)
{
    if (option->passed)
        vector_push(&options->compiler_arguments, argument);
}

static bool apply_compiler_option(Options *options, const CompilerOptionDescription *option, const char *argument,
                                  Cursor *cursor, Text *error)
{
    bool complete = strlen(argument) > strlen(option->name);
    bool alone = option->form == COMPILER_OPTION_EXACT || option->form == COMPILER_OPTION_PREFIX || complete;
    // clang spells a long option with its value in the next argument with one dash: -target TRIPLE.
    pass_on(options, option, option->form == COMPILER_OPTION_LONG && !alone ? argument + 1 : argument);
    const char *value = alone ? NULL : take_value(cursor, argument, option->placeholder, error);
    if (value)
        pass_on(options, option, value);
    return alone || value;
}

static const CompilerOptionDescription *find_compiler_option(const char *argument)
{
    for (unsigned i = 0; i < COMPILER_OPTION_COUNT; i++) {
        const CompilerOptionDescription *option = &compiler_descriptions[i];
        if (!starts_with(argument, option->name))
            continue;
        const char *rest = argument + strlen(option->name);
        bool whole = option->form == COMPILER_OPTION_EXACT || option->form == COMPILER_OPTION_SEPARATE;
        if (whole ? !*rest : option->form != COMPILER_OPTION_LONG || !*rest || *rest == '=')
            return option;
    }
    return NULL;
}

static bool parse_long_option(Options *options, const char *argument, Cursor *cursor, Text *error)
{
    const CompilerOptionDescription *compiler_option = find_compiler_option(argument);
    if (compiler_option)
        return apply_compiler_option(options, compiler_option, argument, cursor, error);
    const char *name = argument + 2;
    size_t length = strcspn(name, "=");
    const char *value = name[length] ? name + length + 1 : NULL;
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        if (strlen(descriptions[id].name) == length && !memcmp(descriptions[id].name, name, length))
            return apply_option(options, id, argument, value, cursor, error);
    Text wrong = {0};
    text_append_bytes(&wrong, name, length);
    report_unknown(text_string(&wrong), error);
    text_free(&wrong);
    return false;
}

static bool parse_short_option(Options *options, const char *argument, Cursor *cursor, Text *error)
{
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        if (descriptions[id].letter && descriptions[id].letter == argument[1] && !argument[2])
            return apply_option(options, id, argument, NULL, cursor, error);
    const CompilerOptionDescription *compiler_option = find_compiler_option(argument);
    if (compiler_option)
        return apply_compiler_option(options, compiler_option, argument, cursor, error);
    text_format(error, "unknown option '%s'", argument);
    return false;
}

bool options_parse(Options *options, int count, const char *const *arguments, Text *error)
{
    Cursor cursor = {arguments, count, 0};
    bool only_files = false;
    while (cursor.next < count) {
        const char *argument = arguments[cursor.next++];
        if (only_files || argument[0] != '-' || !argument[1]) {
            vector_push(&options->files, argument);
        } else if (!strcmp(argument, "--")) {
            only_files = true;
        } else if (argument[1] == '-') {
            if (!parse_long_option(options, argument, &cursor, error))
                return false;
        } else if (!parse_short_option(options, argument, &cursor, error)) {
            return false;
        }
    }
    return true;
}

bool options_parse_compiler(Options *options, int count, const char *const *arguments, Text *error)
{
    Cursor cursor = {arguments, count, 0};
    while (cursor.next < count) {
        const char *argument = arguments[cursor.next++];
        const CompilerOptionDescription *option = find_compiler_option(argument);
        if (argument[0] != '-' || !argument[1] || !strcmp(argument, "--")) {
            vector_push(&options->files, argument);
        } else if (!option) {
            text_format(error, "unknown option '%s'", argument);
            return false;
        } else if (!apply_compiler_option(options, option, argument, &cursor, error)) {
            return false;
        }
    }
    return true;
}

static uint64_t bound_given(uint64_t option)
{
    return option == BOUND_AUTO ? NO_BOUND : option;
}

Bounds bounds_of(const Options *options)
{
    return (Bounds){.rounds = bound_given(options->unwind), .threads = bound_given(options->max_threads_per_site)};
}

Rules rules_of(const Options *options)
{
    return (Rules){
#define X(name, value, otherwise) .name = value,
        RULE_TABLE(X)
#undef X
    };
}
