// raddle help: what is used daily, or all that the tables know of a word. A word may name several things: `predict` is a
// command and an engine.
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "engine/table.h"

// X(name, what it tells)
#define TOPIC_TABLE(X)                       \
    X("all", "all commands and all options") \
    X("clang", "arguments that clang gets")  \
    X("engines", "which there are")          \
    X("properties", "what can be checked")   \
    X("verdict", "the last line and the exit status")

typedef struct Topic {
    const char *name, *description;
} Topic;

static const Topic topics[] = {
#define X(name, description) {name, description},
    TOPIC_TABLE(X)
#undef X
};
enum { TOPIC_COUNT = sizeof topics / sizeof *topics };

static void begin_part(Text *out)
{
    if (out->length)
        text_append_character(out, '\n');
}

static void append_engine(const Engine *engine, Text *out)
{
    begin_part(out);
    text_format(out, "The engine %s: %s.\n", engine->name, engine->summary);
    if (*engine->source)
        text_format(out, "It comes from: %s.\n", engine->source);
    text_format(out, "It %s.\n",
                engine->never_proves  ? "finds violations and never proves that there is none"
                : engine->never_finds ? "proves that nothing is violated and never finds a violation"
                : engine->one_path    ? "finds violations, and proves where the program has one path"
                                      : "finds violations and proves that there is none");
    static const char *const inputs[] = {[ENGINE_INPUTS_ALL] = "all their values",
                                         [ENGINE_INPUTS_ONE] = "one value each",
                                         [ENGINE_INPUTS_RANDOM] = "random values"};
    text_format(out, "Inputs that are not given have %s.\n", inputs[engine->inputs]);
    if (engine->options)
        text_append(out, "\nOf the options that not all engines heed:\n");
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        if (engine->options >> id & 1)
            options_append_option(id, out);
}

static void append_property(Property property, Text *out)
{
    bool checked = PROPERTY_MASK_DEFAULT & PROPERTY_BIT(property);
    begin_part(out);
    text_format(out, "The property %s: %s.\n", property_name(property), property_description(property));
    text_append(out, checked ? "It is checked unless --property names others.\n"
                             : "It is checked only if --property names it, or with --property=all.\n");
    text_format(out, "A violation is FALSE(%s) file:line.\n\n", property_name(property));
    text_append_wrapped(out, property_advice(property), 0, 80);
    text_format(out, "\nSee also CWE-%u, https://cwe.mitre.org/data/definitions/%u.html.\n",
                property_weakness(property), property_weakness(property));
}

static void append_option(OptionId id, Text *out)
{
    begin_part(out);
    text_format(out, "The option --%s:\n", options_description(id)->name);
    options_append_option(id, out);
    text_append(out, "It belongs to");
    for (Command command = 0; command < COMMAND_COUNT; command++)
        if (options_description(id)->commands & 1u << command)
            text_format(out, " %s", options_command_name(command));
    text_append(out, ".\n");
}

static void append_topic(const Topic *topic, Text *out)
{
    begin_part(out);
    if (!strcmp(topic->name, "all"))
        options_append_help(COMMAND_HELP, out);
    else if (!strcmp(topic->name, "clang"))
        options_append_compiler_options(out);
    else if (!strcmp(topic->name, "properties"))
        options_append_properties(out);
    else if (!strcmp(topic->name, "verdict"))
        options_append_verdicts(out);
    else
        for (uint32_t i = 0; i < engine_count(); i++)
            text_format(out, "  %-12s %s\n", engine_at(i)->name, engine_at(i)->summary);
}

// Everything of that name.
static void append_word(const char *word, Text *out)
{
    const char *option = word + 2 * !strncmp(word, "--", 2);
    for (Command command = 0; command < COMMAND_COUNT; command++)
        if (!strcmp(word, options_command_name(command)) && command != COMMAND_ENGINES)
            options_append_help(command, out);
    for (uint32_t i = 0; i < engine_count(); i++)
        if (!strcmp(word, engine_at(i)->name))
            append_engine(engine_at(i), out);
    for (Property property = 0; property < PROPERTY_COUNT; property++)
        if (!strcmp(word, property_name(property)))
            append_property(property, out);
    for (int i = 0; i < TOPIC_COUNT; i++)
        if (!strcmp(word, topics[i].name))
            append_topic(&topics[i], out);
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        if (!strcmp(option, options_description(id)->name) && strcmp(word, "all"))
            append_option(id, out);
}

static void print_unknown(const char *word)
{
    Suggestion suggestion = suggestion_start(word);
    for (Command command = 0; command < COMMAND_COUNT; command++)
        suggestion_consider(&suggestion, options_command_name(command));
    for (uint32_t i = 0; i < engine_count(); i++)
        suggestion_consider(&suggestion, engine_at(i)->name);
    for (Property property = 0; property < PROPERTY_COUNT; property++)
        suggestion_consider(&suggestion, property_name(property));
    for (int i = 0; i < TOPIC_COUNT; i++)
        suggestion_consider(&suggestion, topics[i].name);
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        suggestion_consider(&suggestion, options_description(id)->name);
    fprintf(stderr, "raddle: error: there is no help about '%s'", word);
    if (suggestion.best)
        fprintf(stderr, "; did you mean '%s'?", suggestion.best);
    fputs("\n", stderr);
}

static void append_overview(Text *out)
{
    options_append_overview(out);
    text_append(out, "\n`raddle help WORD` tells of a command, an option, an engine, a property, and of:\n");
    for (int i = 0; i < TOPIC_COUNT; i++)
        text_format(out, "%s%s (%s)", i ? ",\n" : "", topics[i].name, topics[i].description);
    text_append(out, ".\n");
}

int command_help(const char *word)
{
    Text text = {0};
    if (word)
        append_word(word, &text);
    else
        append_overview(&text);
    int status = STATUS_TRUE;
    if (!text.length) {
        print_unknown(word);
        status = STATUS_USAGE;
    } else if (!terminal_print_folded(text_string(&text))) {
        status = STATUS_USAGE;
    }
    text_free(&text);
    return status;
}
