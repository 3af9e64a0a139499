// Completion for fish: one line per option, with the commands it may stand with as its condition.
#include "generate/generate.h"

static void append_quoted(const char *string, Text *out)
{
    text_append_character(out, '\'');
    generate_escape(string, "\\", "\\'", out);
    text_append_character(out, '\'');
}

static void append_value(ValueKind kind, const char *words, Text *out)
{
    switch (kind) {
    case VALUE_NONE:
        break;
    case VALUE_ANY:
        text_append(out, " -x");
        break;
    case VALUE_FILE:
        text_append(out, " -r -F");
        break;
    case VALUE_FOLDER:
        text_append(out, " -x -a '(__fish_complete_directories)'");
        break;
    case VALUE_WORD:
        text_format(out, " -x -a '%s'", words);
        break;
    case VALUE_LIST:
        text_format(out, " -x -a '(__fish_complete_list , \"string split \\\\  -- \\'%s\\'\")'", words);
        break;
    }
}

static void append_option(OptionId id, Text *out)
{
    const OptionDescription *option = options_description(id);
    Text words = {0};
    ValueKind kind = generate_option_value(id, &words);
    text_append(out, "complete -c raddle -n '__raddle_command ");
    generate_option_commands(id, " ", out);
    text_append(out, "'");
    if (option->letter)
        text_format(out, " -s %c", option->letter);
    text_format(out, " -l %s", option->name);
    append_value(kind, text_string(&words), out);
    text_append(out, " -d ");
    append_quoted(option->help, out);
    text_append_character(out, '\n');
    text_free(&words);
}

// fish knows letters, long options, and "old" options of several letters behind one dash.
static void append_compiler_option(const CompilerOptionDescription *option, Text *out)
{
    bool attached = option->form == COMPILER_OPTION_PREFIX;
    const char *name = option->name + 1;
    text_append(out, "complete -c raddle -n '__raddle_command check run'");
    if (option->form == COMPILER_OPTION_LONG)
        text_format(out, " -l %s", name + 1);
    else if (attached)
        text_format(out, " -a '%s'", option->name);
    else
        text_format(out, " -%s %s", name[1] ? "o" : "s", name);
    append_value(generate_compiler_value(option), "", out);
    text_append(out, " -d ");
    append_quoted(option->help, out);
    text_append_character(out, '\n');
}

static void append_command(Command command, Text *out)
{
    const CommandDescription *description = options_command_description(command);
    text_format(out, "complete -c raddle -n '__raddle_first' -a %s -d ", description->name);
    append_quoted(description->description, out);
    text_append_character(out, '\n');
    OperandKind operand = generate_operand(command);
    if (operand == OPERAND_NONE || operand == OPERAND_COMMAND)
        text_format(out, "complete -c raddle -n '__raddle_command %s' -f\n", description->name);
    if (operand == OPERAND_COMMAND)
        text_format(out, "complete -c raddle -n '__raddle_command %s' -a \"$__raddle_commands\"\n", description->name);
}

void generate_fish(Text *out)
{
    Text commands = {0};
    generate_command_names(&commands);
    text_append(out, "# Completion of raddle for fish, made from its table of options.\n\n");
    text_format(out, "set -g __raddle_commands %s\n\n", text_string(&commands));
    text_append(out, "function __raddle_first\n"
                     "    test (count (commandline -opc)) -eq 1\n"
                     "end\n\n"
                     "# Whether the command is one of the arguments; it is check if none is named.\n"
                     "function __raddle_command\n"
                     "    set -l words (commandline -opc)\n"
                     "    set -l command check\n"
                     "    if set -q words[2]; and contains -- $words[2] $__raddle_commands\n"
                     "        set command $words[2]\n"
                     "    end\n"
                     "    contains -- $command $argv\n"
                     "end\n\n");
    for (Command command = 0; command < COMMAND_COUNT; command++)
        append_command(command, out);
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        append_option(id, out);
    for (unsigned i = 0; options_compiler_description(i); i++)
        if (options_compiler_description(i)->help)
            append_compiler_option(options_compiler_description(i), out);
    text_free(&commands);
}
