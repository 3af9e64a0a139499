// The files that are made of the tables of options, commands, engines and properties when raddle is built.
#ifndef RADDLE_GENERATE_GENERATE_H
#define RADDLE_GENERATE_GENERATE_H

#include <stdbool.h>

#include "base/options.h"

void generate_manual(Text *out);
void generate_bash(Text *out);
void generate_zsh(Text *out);
void generate_fish(Text *out);

// --- What the completions share

typedef enum ValueKind {
    VALUE_NONE, // a flag
    VALUE_ANY,  // nothing can be proposed
    VALUE_FILE,
    VALUE_FOLDER,
    VALUE_WORD, // one of some words
    VALUE_LIST  // some of them, separated by commas
} ValueKind;

// What the value of an option may be; appends the words, separated by spaces.
ValueKind generate_option_value(OptionId id, Text *words);
ValueKind generate_compiler_value(const CompilerOptionDescription *option);

// What stands on the command line besides options.
typedef enum OperandKind { OPERAND_NONE, OPERAND_PROGRAM, OPERAND_FILE, OPERAND_COMMAND } OperandKind;

OperandKind generate_operand(Command command);
// The endings of the files of a program, separated by spaces, without the dot.
extern const char *const generate_program_endings;

// The commands an option may stand with.
void generate_option_commands(OptionId id, const char *separator, Text *out);
void generate_command_names(Text *out);

// Appends `string` with each character of `special` after a backslash, and a single quote as `quote`.
void generate_escape(const char *string, const char *special, const char *quote, Text *out);

#endif
