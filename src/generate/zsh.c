// Completion for zsh: one function per command, with a specification of _arguments for each of its options.
#include <string.h>

#include "generate/generate.h"

// Inside single quotes and the brackets of a specification.
static void append_help(const char *help, Text *out)
{
    text_append_character(out, '[');
    generate_escape(help, "[]\\", "'\\''", out);
    text_append_character(out, ']');
}

static void append_action(const char *placeholder, ValueKind kind, const char *words, Text *out)
{
    text_append_character(out, ':');
    generate_escape(placeholder, ":\\", "'\\''", out);
    text_append_character(out, ':');
    switch (kind) {
    case VALUE_FILE:
        text_append(out, "_files");
        break;
    case VALUE_FOLDER:
        text_append(out, "_files -/");
        break;
    case VALUE_WORD:
        text_format(out, "(%s)", words);
        break;
    case VALUE_LIST:
        text_format(out, "_sequence compadd - %s", words);
        break;
    case VALUE_NONE:
    case VALUE_ANY:
        text_append_character(out, ' ');
        break;
    }
}

static void append_option(OptionId id, Text *out)
{
    const OptionDescription *option = options_description(id);
    Text words = {0};
    ValueKind kind = generate_option_value(id, &words);
    text_append(out, " \\\n        ");
    if (option->letter)
        text_format(out, "'(-%c --%s)'{-%c,--%s}'", option->letter, option->name, option->letter, option->name);
    else
        text_format(out, "'%s--%s%s", options_is_list(option->kind) ? "*" : "", option->name,
                    kind == VALUE_NONE ? "" : "=");
    append_help(option->help, out);
    if (kind != VALUE_NONE)
        append_action(option->placeholder, kind, text_string(&words), out);
    text_append_character(out, '\'');
    text_free(&words);
}

static void append_compiler_option(const CompilerOptionDescription *option, Text *out)
{
    static const char *const endings[] = {[COMPILER_OPTION_EXACT] = "",
                                          [COMPILER_OPTION_PREFIX] = "-",
                                          [COMPILER_OPTION_JOINED] = "+",
                                          [COMPILER_OPTION_SEPARATE] = "",
                                          [COMPILER_OPTION_LONG] = "="};
    text_format(out, " \\\n        '*%s%s", option->name, endings[option->form]);
    append_help(option->help, out);
    if (option->form != COMPILER_OPTION_EXACT)
        append_action(option->placeholder, generate_compiler_value(option), "", out);
    text_append_character(out, '\'');
}

static void append_operand(Command command, Text *out)
{
    Text words = {0};
    switch (generate_operand(command)) {
    case OPERAND_PROGRAM:
        text_append(out, " \\\n        '*:program:_files -g \"*.(");
        for (const char *ending = generate_program_endings; *ending; ending++)
            text_append_character(out, *ending == ' ' ? '|' : *ending);
        text_append(out, ")\"'");
        break;
    case OPERAND_FILE:
        text_append(out, " \\\n        ':recorded run:_files'");
        break;
    case OPERAND_COMMAND:
        generate_command_names(&words);
        text_format(out, " \\\n        ':command:(%s)'", text_string(&words));
        break;
    case OPERAND_NONE:
        break;
    }
    text_free(&words);
}

static void append_command(Command command, Text *out)
{
    text_format(out, "_raddle_%s()\n{\n    _arguments -S", options_command_name(command));
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        if (options_description(id)->commands & 1u << command)
            append_option(id, out);
    for (unsigned i = 0; (1u << command & ON_PROGRAM) && options_compiler_description(i); i++)
        if (options_compiler_description(i)->help)
            append_compiler_option(options_compiler_description(i), out);
    append_operand(command, out);
    text_append(out, "\n}\n\n");
}

void generate_zsh(Text *out)
{
    text_append(out, "#compdef raddle\n# Completion of raddle for zsh, made from its table of options.\n\n");
    for (Command command = 0; command < COMMAND_COUNT; command++)
        append_command(command, out);
    text_append(out, "_raddle()\n{\n    local -a commands=(");
    for (Command command = 0; command < COMMAND_COUNT; command++) {
        text_format(out, "\n        '%s:", options_command_name(command));
        generate_escape(options_command_description(command)->description, ":\\", "'\\''", out);
        text_append_character(out, '\'');
    }
    text_append(out, ")\n"
                     "    if (( CURRENT == 2 )); then\n"
                     "        [[ $PREFIX == -* ]] || _describe command commands\n"
                     "        _raddle_check\n"
                     "    elif [[ -n ${commands[(r)$words[2]:*]} ]]; then\n"
                     "        local command=$words[2]\n"
                     "        shift words\n"
                     "        (( CURRENT-- ))\n"
                     "        _raddle_$command\n"
                     "    else\n"
                     "        _raddle_check\n"
                     "    fi\n"
                     "}\n\n"
                     "if [[ $funcstack[1] == _raddle ]]; then\n"
                     "    _raddle \"$@\"\n"
                     "else\n"
                     "    compdef _raddle raddle\n"
                     "fi\n");
}
