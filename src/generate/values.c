// What the tables say, in the form that completions need.
#include <string.h>

#include "engine/table.h"
#include "generate/generate.h"

const char *const generate_program_endings = "c i bc ll yml yaml";

static void append_word(Text *words, const char *word, size_t length)
{
    if (words->length)
        text_append_character(words, ' ');
    text_append_bytes(words, word, length);
}

static void append_choices(const char *choices, Text *words)
{
    for (; *choices; choices += *choices == '|') {
        size_t length = strcspn(choices, "|");
        append_word(words, choices, length);
        choices += length;
    }
}

static void append_engines(Text *words)
{
    for (uint32_t i = 0; i < engine_count(); i++)
        append_word(words, engine_at(i)->name, strlen(engine_at(i)->name));
}

static void append_properties(Text *words)
{
    for (Property property = 0; property < PROPERTY_COUNT; property++)
        append_word(words, property_name(property), strlen(property_name(property)));
    append_word(words, "all", 3);
}

static ValueKind placeholder_value(const char *placeholder)
{
    bool folder = !strcmp(placeholder, "DIR") || !strcmp(placeholder, "BUILD");
    return !strcmp(placeholder, "FILE") ? VALUE_FILE : folder ? VALUE_FOLDER : VALUE_ANY;
}

ValueKind generate_option_value(OptionId id, Text *words)
{
    const OptionDescription *option = options_description(id);
    switch (option->kind) {
    case OPTION_FLAG:
        return VALUE_NONE;
    case OPTION_CHOICE:
    case OPTION_CHOICES:
        append_choices(option->placeholder, words);
        return option->kind == OPTION_CHOICE ? VALUE_WORD : VALUE_LIST;
    case OPTION_PROPERTIES:
        append_properties(words);
        return VALUE_LIST;
    case OPTION_STRING:
    case OPTION_OUTPUT_FILE:
    case OPTION_LIST:
    case OPTION_REST:
    case OPTION_UNSIGNED:
    case OPTION_BOUND:
    case OPTION_SECONDS:
        break;
    }
    if (id != OPTION_ID_engine)
        return placeholder_value(option->placeholder);
    append_engines(words);
    return VALUE_WORD;
}

ValueKind generate_compiler_value(const CompilerOptionDescription *option)
{
    bool separate = option->form == COMPILER_OPTION_JOINED || option->form == COMPILER_OPTION_SEPARATE ||
                    option->form == COMPILER_OPTION_LONG;
    return separate ? placeholder_value(option->placeholder) : VALUE_NONE;
}

OperandKind generate_operand(Command command)
{
    const char *arguments = options_command_description(command)->arguments;
    if (strstr(arguments, "FILE.c"))
        return OPERAND_PROGRAM;
    if (strstr(arguments, "COMMAND"))
        return OPERAND_COMMAND;
    return strstr(arguments, "FILE") || strstr(arguments, "TRACE") ? OPERAND_FILE : OPERAND_NONE;
}

void generate_option_commands(OptionId id, const char *separator, Text *out)
{
    const char *between = "";
    for (Command command = 0; command < COMMAND_COUNT; command++) {
        if (!(options_description(id)->commands & 1u << command))
            continue;
        text_format(out, "%s%s", between, options_command_name(command));
        between = separator;
    }
}

void generate_command_names(Text *out)
{
    for (Command command = 0; command < COMMAND_COUNT; command++)
        append_word(out, options_command_name(command), strlen(options_command_name(command)));
}

void generate_escape(const char *string, const char *special, const char *quote, Text *out)
{
    for (; *string; string++) {
        if (*string == '\'') {
            text_append(out, quote);
            continue;
        }
        if (strchr(special, *string))
            text_append_character(out, '\\');
        text_append_character(out, *string);
    }
}
