// The manual page raddle(1), in the macros of man.
#include <string.h>

#include "engine/table.h"
#include "generate/generate.h"

// Running text: hyphens that must stay hyphens, and words between backquotes in bold. Macros take lines that begin with
// a dot or a quote for theirs.
static void append_prose(const char *string, Text *out)
{
    bool bold = false;
    if (*string == '.' || *string == '\'')
        text_append(out, "\\&");
    for (; *string; string++) {
        switch (*string) {
        case '\\':
            text_append(out, "\\e");
            break;
        case '-':
            text_append(out, "\\-");
            break;
        case '\'':
            text_append(out, "\\(aq");
            break;
        case '~':
            text_append(out, "\\(ti");
            break;
        case '^':
            text_append(out, "\\(ha");
            break;
        case '`':
            bold = !bold;
            text_append(out, bold ? "\\fB" : "\\fR");
            break;
        default:
            text_append_character(out, *string);
        }
    }
}

static void append_paragraph(const char *string, Text *out)
{
    append_prose(string, out);
    text_append_character(out, '\n');
}

// A tagged paragraph; the text of the tag comes from the caller, ready for the formatter.
static void append_entry(const Text *tag, const char *explanation, Text *out)
{
    text_format(out, ".TP\n%s\n", text_string(tag));
    append_prose(explanation, out);
    text_append_character(out, '\n');
}

static void append_word_entry(const char *word, const char *explanation, Text *out)
{
    Text tag = {0};
    text_append(&tag, "\\fB");
    append_prose(word, &tag);
    text_append(&tag, "\\fR");
    append_entry(&tag, explanation, out);
    text_free(&tag);
}

static void append_synopsis(Text *out)
{
    text_append(out, ".SH SYNOPSIS\n");
    for (Command command = 0; command < COMMAND_COUNT; command++) {
        const CommandDescription *description = options_command_description(command);
        text_format(out, "%s\\fBraddle %s\\fR", command ? ".br\n" : "", description->name);
        if (*description->arguments)
            text_append_character(out, ' ');
        append_prose(description->arguments, out);
        text_append_character(out, '\n');
    }
}

static void append_commands(Text *out)
{
    text_append(out, ".SH COMMANDS\n");
    for (Command command = 0; command < COMMAND_COUNT; command++) {
        const CommandDescription *description = options_command_description(command);
        append_word_entry(description->name, description->description, out);
    }
}

static void append_option(OptionId id, Text *out)
{
    const OptionDescription *option = options_description(id);
    Text tag = {0}, explanation = {0};
    if (option->letter)
        text_format(&tag, "\\fB\\-%c\\fR, ", option->letter);
    text_append(&tag, "\\fB\\-\\-");
    append_prose(option->name, &tag);
    text_append(&tag, "\\fR");
    if (option->placeholder) {
        text_append(&tag, "=\\fI");
        append_prose(option->placeholder, &tag);
        text_append(&tag, "\\fR");
    }
    text_append(&explanation, option->help);
    if (option->default_text)
        text_format(&explanation, " (default %s)", option->default_text);
    text_append(&explanation, ".");
    if (option->commands != ON_ALL) {
        text_append(&explanation, " For `");
        generate_option_commands(id, "`, `", &explanation);
        text_append(&explanation, "`.");
    }
    append_entry(&tag, text_string(&explanation), out);
    text_free(&tag);
    text_free(&explanation);
}

static void append_compiler_options(Text *out)
{
    text_append(out, ".SS Passed on to clang\n");
    append_paragraph(
        "Options of a compile command, of `check` and `run`. Others that clang knows are taken, too; those that "
        "optimise, instrument or link are ignored.",
        out);
    for (unsigned i = 0; options_compiler_description(i); i++) {
        const CompilerOptionDescription *option = options_compiler_description(i);
        if (!option->help)
            continue;
        Text tag = {0};
        text_append(&tag, "\\fB");
        append_prose(option->name, &tag);
        text_append(&tag, option->form == COMPILER_OPTION_LONG ? "=\\fI" : "\\fI");
        if (option->placeholder)
            append_prose(option->placeholder, &tag);
        text_append(&tag, "\\fR");
        append_entry(&tag, option->help, out);
        text_free(&tag);
    }
}

static void append_options(Text *out)
{
    text_append(out, ".SH OPTIONS\n");
    append_paragraph(
        "Options may stand before or after the files. A long option takes its value after = or as the next "
        "argument. After -- everything is a file.",
        out);
    for (OptionGroup group = 0; group < OPTION_GROUP_COUNT; group++) {
        text_format(out, ".SS %s\n", options_group_title(group));
        for (OptionId id = 0; id < OPTION_COUNT; id++)
            if (options_description(id)->group == group)
                append_option(id, out);
    }
    append_compiler_options(out);
}

static void append_properties(Text *out)
{
    text_append(out, ".SH PROPERTIES\n");
    for (Property property = 0; property < PROPERTY_COUNT; property++) {
        Text explanation = {0};
        bool checked = PROPERTY_MASK_DEFAULT & PROPERTY_BIT(property);
        text_format(&explanation, "%s%s.", property_description(property), checked ? "; checked by default" : "");
        append_word_entry(property_name(property), text_string(&explanation), out);
        text_free(&explanation);
    }
}

static void append_engines(Text *out)
{
    text_append(out, ".SH ENGINES\n");
    for (uint32_t i = 0; i < engine_count(); i++) {
        const Engine *engine = engine_at(i);
        Text explanation = {0};
        text_append(&explanation, engine->summary);
        if (*engine->source)
            text_format(&explanation, " (%s)", engine->source);
        append_word_entry(engine->name, text_string(&explanation), out);
        text_free(&explanation);
    }
}

typedef struct Entry {
    const char *word;
    const char *explanation;
} Entry;

static void append_entries(const char *title, const char *introduction, const Entry *entries, size_t count, Text *out)
{
    text_format(out, ".SH %s\n", title);
    if (introduction)
        append_paragraph(introduction, out);
    for (size_t i = 0; i < count; i++)
        append_word_entry(entries[i].word, entries[i].explanation, out);
}

static void append_verdicts(Text *out)
{
    static const Entry statuses[] = {
        {"0",
         "`TRUE`: no execution violates what is checked. With a bound that was asked for, the line above the verdict "
         "says what it holds for."},
        {"1", "`FALSE(`property`)` file:line: the counterexample, which was executed, violates it."},
        {"2", "Wrong usage, input that cannot be read, output that cannot be written."},
        {"3", "`UNKNOWN(`reason`)`: a limit, a bound, or something without a model."},
    };
    append_entries(
        "EXIT STATUS",
        "The last line on standard output of `check` and `predict` is the verdict, and the exit status says the "
        "same. `run` and `replay` return the status of the program under test if it ends by itself.",
        statuses, sizeof statuses / sizeof *statuses, out);
}

static void append_surroundings(Text *out)
{
    static const Entry variables[] = {
        {"RADDLE_CLANG", "Another clang than the one raddle was built with. It must be version 19."},
        {"NO_COLOR", "If it is set, there are no colours unless `--color=always` asks for them."},
    };
    static const Entry files[] = {
        {"FILE.c, FILE.i, FILE.bc, FILE.ll", "A program, or a part of it: C, preprocessed C, or LLVM 19."},
        {"FILE.yml", "A task definition of SV-COMP in place of the program."},
        {"/tmp/raddle-*", "What clang makes of the program; removed when it is loaded."},
    };
    append_entries("FILES", NULL, files, sizeof files / sizeof *files, out);
    append_entries("ENVIRONMENT", NULL, variables, sizeof variables / sizeof *variables, out);
}

static void append_examples(Text *out)
{
    static const Entry examples[] = {
        {"raddle bank.c", "Verify a program."},
        {"raddle -Iinclude -DN=2 --property=all main.c queue.c", "Verify one of two files, with every property."},
        {"raddle --engine=mpc --timeout=60 --html report.html bank.c",
         "Choose an engine, give up after a minute, and write a page for a browser."},
        {"raddle --record t.json bank.c", "Save the counterexample; `raddle replay t.json` runs it again, and `raddle "
                                          "replay --native t.json` does so in a real process."},
        {"raddle run --schedule=random:7 bank.c", "One run."},
    };
    append_entries("EXAMPLES", NULL, examples, sizeof examples / sizeof *examples, out);
}

void generate_manual(Text *out)
{
    text_append(out, ".\\\" Made from the tables of raddle.\n.TH RADDLE 1 \"\" \"raddle " RADDLE_VERSION
                     "\" \"User Commands\"\n");
    text_append(out, ".SH NAME\nraddle \\- verify multithreaded C programs\n");
    append_synopsis(out);
    text_append(out, ".SH DESCRIPTION\n");
    append_paragraph(
        "raddle verifies C programs with POSIX threads, C11 threads and atomics, under sequential consistency and, where weaker orders are used, as C11 has it. It "
        "compiles them with clang, runs them in a machine of its own in which nothing happens by chance, and has "
        "a solver find the schedules and inputs that lead to paths not yet seen. It answers `TRUE`, or `FALSE` with "
        "the line that is violated and an interleaving that gets there, or `UNKNOWN` with the reason. What it "
        "reports it has executed.",
        out);
    append_commands(out);
    append_options(out);
    append_properties(out);
    append_engines(out);
    append_verdicts(out);
    append_surroundings(out);
    append_examples(out);
    text_append(out, ".SH SEE ALSO\n.BR clang (1)\n.PP\n");
    append_paragraph(
        "The manual is in the folder doc of raddle's documentation; the library libraddle is described in its "
        "libraddle.md.",
        out);
}
