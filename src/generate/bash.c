// Completion for bash. The functions are plain bash: bash-completion only has to load the file.
#include "generate/generate.h"

static const char *const kind_names[] = {[VALUE_NONE] = "flag",     [VALUE_ANY] = "any",   [VALUE_FILE] = "file",
                                         [VALUE_FOLDER] = "folder", [VALUE_WORD] = "word", [VALUE_LIST] = "list"};
static const char *const operand_names[] = {
    [OPERAND_NONE] = "none", [OPERAND_PROGRAM] = "program", [OPERAND_FILE] = "file", [OPERAND_COMMAND] = "command"};

// An option that takes a value ends in `=`.
static void append_options(Command command, Text *out)
{
    for (OptionId id = 0; id < OPTION_COUNT; id++) {
        const OptionDescription *option = options_description(id);
        if (!(option->commands & 1u << command))
            continue;
        if (option->letter)
            text_format(out, " -%c", option->letter);
        text_format(out, " --%s%s", option->name, option->kind == OPTION_FLAG ? "" : "=");
    }
    for (unsigned i = 0; (1u << command & ON_PROGRAM) && options_compiler_description(i); i++) {
        const CompilerOptionDescription *option = options_compiler_description(i);
        if (option->help)
            text_format(out, " %s%s", option->name, option->form == COMPILER_OPTION_LONG ? "=" : "");
    }
}

static void append_tables(Text *out)
{
    text_append(
        out,
        "# What stands besides the options of a command, and its options.\n_raddle_command()\n{\n    case $1 in\n");
    for (Command command = 0; command < COMMAND_COUNT; command++) {
        text_format(out, "    %s) echo %s", options_command_name(command), operand_names[generate_operand(command)]);
        append_options(command, out);
        text_append(out, " ;;\n");
    }
    text_append(out, "    esac\n}\n\n# What the value of an option may be.\n_raddle_value()\n{\n    case $1 in\n");
    for (OptionId id = 0; id < OPTION_COUNT; id++) {
        Text words = {0};
        ValueKind kind = generate_option_value(id, &words);
        text_format(out, "    --%s) echo %s %s ;;\n", options_description(id)->name, kind_names[kind],
                    text_string(&words));
        text_free(&words);
    }
    for (unsigned i = 0; options_compiler_description(i); i++) {
        const CompilerOptionDescription *option = options_compiler_description(i);
        ValueKind kind = generate_compiler_value(option);
        if (kind != VALUE_NONE)
            text_format(out, "    %s) echo %s ;;\n", option->name, kind_names[kind]);
    }
    text_append(out, "    esac\n}\n\n");
}

static const char functions[] =
    "# Files whose names end in one of the endings given, and folders.\n"
    "_raddle_files()\n"
    "{\n"
    "    local current=$1 ending\n"
    "    shift\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    if [ $# -eq 0 ]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -P \"$prefix\" -f -- \"$current\")\n"
    "        return\n"
    "    fi\n"
    "    mapfile -t COMPREPLY < <(compgen -d -- \"$current\"\n"
    "        for ending; do compgen -f -X \"!*.$ending\" -- \"$current\"; done)\n"
    "}\n"
    "\n"
    "# Words that go on what stands there, each after what must be repeated in front of it.\n"
    "_raddle_words()\n"
    "{\n"
    "    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -P \"$3\" -W \"$2\" -- \"$1\")\n"
    "}\n"
    "\n"
    "_raddle()\n"
    "{\n"
    "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
    "    local command=check option= prefix= kind= words= operand\n"
    "    COMPREPLY=()\n"
    "    if [ \"$COMP_CWORD\" -gt 1 ] && [[ \" $_raddle_commands \" == *\" ${COMP_WORDS[1]} \"* ]]; then\n"
    "        command=${COMP_WORDS[1]}\n"
    "    fi\n"
    "    # bash makes a word of `=`, unless it is told not to.\n"
    "    if [ \"$current\" = = ]; then\n"
    "        option=$previous current=\n"
    "    elif [ \"$previous\" = = ]; then\n"
    "        option=${COMP_WORDS[COMP_CWORD-2]}\n"
    "    elif [[ $current == --*=* ]]; then\n"
    "        option=${current%%=*} prefix=${current%%=*}= current=${current#*=}\n"
    "    else\n"
    "        option=$previous\n"
    "    fi\n"
    "    read -r kind words <<<\"$(_raddle_value \"$option\")\"\n"
    "    case $kind in\n"
    "    word) _raddle_words \"$current\" \"$words\" \"$prefix\"; return ;;\n"
    "    list)\n"
    "        [[ $current == *,* ]] && prefix=$prefix${current%,*}, current=${current##*,}\n"
    "        compopt -o nospace 2>/dev/null\n"
    "        _raddle_words \"$current\" \"$words\" \"$prefix\"\n"
    "        return ;;\n"
    "    file) _raddle_files \"$current\"; return ;;\n"
    "    folder)\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        mapfile -t COMPREPLY < <(compgen -P \"$prefix\" -d -- \"$current\")\n"
    "        return ;;\n"
    "    any) return ;;\n"
    "    esac\n"
    "    read -r operand words <<<\"$(_raddle_command \"$command\")\"\n"
    "    if [[ $current == -* ]]; then\n"
    "        _raddle_words \"$current\" \"$words\"\n"
    "        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null\n"
    "        return\n"
    "    fi\n"
    "    case $operand in\n"
    "    program) _raddle_files \"$current\" $_raddle_endings ;;\n"
    "    file) _raddle_files \"$current\" ;;\n"
    "    command) _raddle_words \"$current\" \"$_raddle_commands\" ;;\n"
    "    esac\n"
    "    [ \"$COMP_CWORD\" -eq 1 ] && _raddle_words \"$current\" \"$_raddle_commands\"\n"
    "    return 0\n"
    "}\n"
    "\n"
    "complete -F _raddle raddle\n";

void generate_bash(Text *out)
{
    Text commands = {0};
    generate_command_names(&commands);
    text_append(out, "# Completion of raddle for bash, made from its table of options.\n\n");
    text_format(out, "_raddle_commands='%s'\n_raddle_endings='%s'\n\n", text_string(&commands),
                generate_program_endings);
    append_tables(out);
    text_append(out, functions);
    text_free(&commands);
}
