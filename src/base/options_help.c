// The text of --help, made from the tables of base/options.h.
#include <string.h>

#include "base/options.h"

enum { HELP_COLUMN = 30, HELP_WIDTH = 100 };

// What is used daily, in fewer words than the whole help has: X(option, words)
#define DAILY_TABLE(X)                                             \
    X(property, "what is checked; also race, overflow, leak, all") \
    X(build, "files and flags of BUILD/compile_commands.json")     \
    X(function, "check this function, with any arguments")         \
    X(threads, "check these functions as threads")                 \
    X(all, "do not stop at the first violation")                   \
    X(unwind, "bound the rounds of each loop")                     \
    X(timeout, "give up after so long; by default never")          \
    X(memory_limit, "give up above so much memory")                \
    X(args, "arguments of the program: all that follows")          \
    X(html, "write the counterexamples as a page, step by step")   \
    X(json, "write the result for scripts; also --sarif")          \
    X(record, "save the counterexample for `raddle replay`")       \
    X(baseline, "report only violations that are not in FILE")     \
    X(quiet, "print the verdict only")

static void append_padding(Text *text, size_t from, size_t to)
{
    for (; from < to; from++)
        text_append_character(text, ' ');
}

// One entry: the term on the left, its explanation wrapped on the right.
static void append_entry(Text *text, const char *term, const char *explanation)
{
    size_t column = 2 + strlen(term);
    text_format(text, "  %s", term);
    if (column + 2 > HELP_COLUMN) {
        text_append_character(text, '\n');
        column = 0;
    }
    append_padding(text, column, HELP_COLUMN);
    text_append_wrapped(text, explanation, HELP_COLUMN, HELP_WIDTH);
}

static void append_term(Text *term, const OptionDescription *option)
{
    if (option->letter)
        text_format(term, "-%c, ", option->letter);
    text_format(term, "--%s", option->name);
    if (option->placeholder)
        text_format(term, "=%s", option->placeholder);
}

void options_append_option(OptionId id, Text *text)
{
    const OptionDescription *option = options_description(id);
    Text term = {0}, explanation = {0};
    append_term(&term, option);
    text_append(&explanation, option->help);
    if (option->default_text)
        text_format(&explanation, " (default %s)", option->default_text);
    append_entry(text, text_string(&term), text_string(&explanation));
    text_free(&term);
    text_free(&explanation);
}

static void append_group(Text *text, OptionGroup group, unsigned command_mask)
{
    bool titled = false;
    for (OptionId id = 0; id < OPTION_COUNT; id++) {
        const OptionDescription *option = options_description(id);
        if (option->group != group || !(option->commands & command_mask))
            continue;
        if (!titled)
            text_format(text, "\n%s:\n", options_group_title(group));
        titled = true;
        options_append_option(id, text);
    }
}

void options_append_compiler_options(Text *text)
{
    text_append(text, "Passed on to clang:\n");
    for (unsigned i = 0; options_compiler_description(i); i++) {
        const CompilerOptionDescription *option = options_compiler_description(i);
        if (!option->help)
            continue;
        bool spaced = option->form == COMPILER_OPTION_JOINED || option->form == COMPILER_OPTION_SEPARATE;
        Text term = {0};
        text_format(&term, "%s%s%s", option->name,
                    spaced                                 ? " "
                    : option->form == COMPILER_OPTION_LONG ? "="
                                                           : "",
                    option->placeholder ? option->placeholder : "");
        append_entry(text, text_string(&term), option->help);
        text_free(&term);
    }
}

static void append_usage(Text *text, Command command)
{
    const CommandDescription *row = options_command_description(command);
    Text term = {0};
    text_format(&term, "raddle %s %s", row->name, row->arguments);
    text_format(text, "    %-36s %s\n", text_string(&term), row->description);
    text_free(&term);
}

void options_append_properties(Text *text)
{
    text_append(text, "Properties:\n");
    for (Property property = 0; property < PROPERTY_COUNT; property++)
        append_entry(text, property_name(property), property_description(property));
}

void options_append_verdicts(Text *text)
{
    text_append(text,
                "The last line of `check` and `predict` is the verdict: TRUE, FALSE(<property>) file:line, or\n"
                "UNKNOWN(<reason>). Exit status: 0 TRUE, 1 FALSE, 2 wrong usage or unreadable input, 3 UNKNOWN.\n");
}

void options_append_help(Command command, Text *text)
{
    bool everything = command == COMMAND_HELP;
    unsigned command_mask = everything ? ON_ALL : 1u << command;
    text_append(text, "raddle verifies multithreaded C programs.\n\n");
    for (Command other = 0; other < COMMAND_COUNT; other++)
        if (everything || other == command)
            append_usage(text, other);
    for (OptionGroup group = 0; group < OPTION_GROUP_COUNT; group++)
        append_group(text, group, command_mask);
    if (command_mask & ON_PROGRAM) {
        text_append_character(text, '\n');
        options_append_compiler_options(text);
    }
    if (command_mask & ON_PRODUCE) {
        text_append_character(text, '\n');
        options_append_properties(text);
    }
    if (command_mask & ON_ANALYSE) {
        text_append_character(text, '\n');
        options_append_verdicts(text);
    }
}

void options_append_overview(Text *text)
{
    static const struct {
        OptionId id;
        const char *words;
    } daily[] = {
#define X(option, words) {OPTION_ID_##option, words},
        DAILY_TABLE(X)
#undef X
    };
    text_append(text, "raddle verifies multithreaded C programs. It answers TRUE, or FALSE with the\n"
                      "line and an interleaving, or UNKNOWN with the reason. Try it: raddle FILE.c\n\n");
    for (Command command = 0; command < COMMAND_COUNT; command++) {
        const CommandDescription *row = options_command_description(command);
        text_format(text, "  raddle %-10s %s\n", row->name, row->description);
    }
    text_append_character(text, '\n');
    for (size_t i = 0; i < sizeof daily / sizeof *daily; i++) {
        Text term = {0};
        append_term(&term, options_description(daily[i].id));
        append_entry(text, text_string(&term), daily[i].words);
        text_free(&term);
    }
    append_entry(text, "-I -D -U -std= ...", "go to clang: a compile command can be pasted");
}
