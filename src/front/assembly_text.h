// The text of inline assembly, as LLVM keeps it, taken apart: instructions, labels and operands. Knows the syntax of x86
// (AT&T) and of Arm, and no instruction.
#ifndef RADDLE_FRONT_ASSEMBLY_TEXT_H
#define RADDLE_FRONT_ASSEMBLY_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vector.h"

typedef enum AssemblySyntax { ASSEMBLY_X86, ASSEMBLY_ARM } AssemblySyntax;

enum { ASSEMBLY_OPERANDS = 4, ASSEMBLY_NAME_SIZE = 24 };

typedef enum AssemblyOperandKind {
    ASSEMBLY_REGISTER, // by its name
    ASSEMBLY_NUMBER,
    ASSEMBLY_ARGUMENT, // one of the operands that the program passes, be it a register, memory or a number
    ASSEMBLY_MEMORY,   // where a register points
    ASSEMBLY_WORD,     // anything else: a label, an option of a barrier, a condition
} AssemblyOperandKind;

typedef struct AssemblyOperand {
    AssemblyOperandKind kind;
    bool by_argument;              // memory: the register is an argument
    uint32_t argument;             // its number
    char modifier;                 // how it is to be written: 0 or a letter
    int64_t number;                // of a number; of memory: what is added to the register
    char name[ASSEMBLY_NAME_SIZE]; // of a register or a word
} AssemblyOperand;

typedef struct AssemblyInstruction {
    bool is_label; // its name is the label's
    bool locked;   // x86: has the prefix lock
    char name[ASSEMBLY_NAME_SIZE];
    uint32_t operand_count;
    AssemblyOperand operands[ASSEMBLY_OPERANDS];
} AssemblyInstruction;

typedef VECTOR(AssemblyInstruction) AssemblyText;

// False if there is anything in it that is not understood. `out` is to be freed in either case.
bool assembly_parse(const char *text, size_t length, AssemblySyntax syntax, AssemblyText *out);
// Appends the text as it was written: %0 for $0, and what cannot be seen as escapes.
void assembly_show(const char *text, size_t length, Text *out);

#endif
