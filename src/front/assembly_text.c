// Takes the text of inline assembly apart. Statements end at a newline or a semicolon; prefixes may be statements of their
// own ("lock; incl %0"). Arguments are $0 and ${0:w} to LLVM, a dollar is $$.
#include "front/assembly_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Reader {
    const char *next, *end;
    AssemblySyntax syntax;
} Reader;

static bool at(const Reader *reader, char character)
{
    return reader->next < reader->end && *reader->next == character;
}

static bool at_text(const Reader *reader, const char *text)
{
    size_t length = strlen(text);
    return (size_t)(reader->end - reader->next) >= length && !memcmp(reader->next, text, length);
}

static bool take(Reader *reader, char character)
{
    bool found = at(reader, character);
    reader->next += found;
    return found;
}

// Space within a statement, and comments.
static void skip_space(Reader *reader)
{
    for (;;) {
        while (at(reader, ' ') || at(reader, '\t') || at(reader, '\r'))
            reader->next++;
        bool rest = at_text(reader, "//") || (reader->syntax == ASSEMBLY_X86 && at(reader, '#'));
        if (at_text(reader, "/*")) {
            while (reader->next < reader->end && !at_text(reader, "*/"))
                reader->next++;
            reader->next += reader->next < reader->end ? 2 : 0;
        } else if (rest) {
            while (reader->next < reader->end && !at(reader, '\n'))
                reader->next++;
        } else {
            return;
        }
    }
}

static bool take_separator(Reader *reader)
{
    return take(reader, '\n') || take(reader, ';');
}

static bool is_name_character(char character)
{
    return isalnum((unsigned char)character) || character == '_' || character == '.';
}

static bool take_name(Reader *reader, char name[ASSEMBLY_NAME_SIZE])
{
    size_t length = 0;
    while (reader->next < reader->end && is_name_character(*reader->next)) {
        if (length + 1 == ASSEMBLY_NAME_SIZE)
            return false;
        name[length++] = (char)tolower((unsigned char)*reader->next++);
    }
    name[length] = '\0';
    return length > 0;
}

static bool at_digit(const Reader *reader)
{
    return reader->next < reader->end && isdigit((unsigned char)*reader->next);
}

static bool take_number(Reader *reader, int64_t *number)
{
    char text[ASSEMBLY_NAME_SIZE], *end;
    bool negative = take(reader, '-');
    if (!at_digit(reader) || !take_name(reader, text))
        return false;
    uint64_t value = strtoull(text, &end, 0);
    *number = negative ? (int64_t)(0 - value) : (int64_t)value;
    return !*end;
}

// $0, ${0}, ${0:w}
static bool take_argument(Reader *reader, AssemblyOperand *operand)
{
    int64_t number;
    bool braces;
    if (!take(reader, '$'))
        return false;
    braces = take(reader, '{');
    uint32_t digits = 0;
    for (number = 0; at_digit(reader) && digits < 4; digits++)
        number = number * 10 + (*reader->next++ - '0');
    operand->kind = ASSEMBLY_ARGUMENT;
    operand->argument = (uint32_t)number;
    if (braces && take(reader, ':')) {
        if (reader->next == reader->end || !isalpha((unsigned char)*reader->next))
            return false;
        operand->modifier = *reader->next++;
    }
    return digits && (!braces || take(reader, '}'));
}

// The register that memory is addressed by.
static bool take_base(Reader *reader, AssemblyOperand *operand)
{
    skip_space(reader);
    if (at(reader, '$')) {
        operand->by_argument = true;
        if (!take_argument(reader, operand))
            return false;
    } else if ((reader->syntax == ASSEMBLY_X86 && !take(reader, '%')) || !take_name(reader, operand->name)) {
        return false;
    }
    operand->kind = ASSEMBLY_MEMORY;
    skip_space(reader);
    return true;
}

// (%rax), 8(%rax), $1 as a number, %rax, or an argument
static bool take_x86_operand(Reader *reader, AssemblyOperand *operand)
{
    if (at_text(reader, "$$")) {
        reader->next += 2;
        operand->kind = ASSEMBLY_NUMBER;
        return take_number(reader, &operand->number);
    }
    if (at(reader, '$'))
        return take_argument(reader, operand) && !at(reader, '(');
    if (take(reader, '%')) {
        operand->kind = ASSEMBLY_REGISTER;
        return take_name(reader, operand->name) && !at(reader, ':');
    }
    Reader before = *reader;
    if ((at(reader, '-') || at_digit(reader)) && !take_number(reader, &operand->number))
        *reader = before;
    if (take(reader, '('))
        return take_base(reader, operand) && take(reader, ')');
    *reader = before;
    operand->number = 0;
    operand->kind = ASSEMBLY_WORD;
    return take_name(reader, operand->name);
}

// [x0], [x0, #8], #1, a register or another word, or an argument
static bool take_arm_operand(Reader *reader, AssemblyOperand *operand)
{
    if (take(reader, '[')) {
        if (!take_base(reader, operand))
            return false;
        if (take(reader, ',')) {
            skip_space(reader);
            take(reader, '#');
            if (!take_number(reader, &operand->number))
                return false;
            skip_space(reader);
        }
        return take(reader, ']') && !at(reader, '!');
    }
    bool marked = take(reader, '#');
    if (at(reader, '$'))
        return take_argument(reader, operand);
    Reader before = *reader;
    operand->kind = ASSEMBLY_NUMBER;
    if ((at(reader, '-') || at_digit(reader)) && take_number(reader, &operand->number))
        return true;
    if (marked)
        return false;
    *reader = before;
    operand->number = 0;
    operand->kind = ASSEMBLY_WORD;
    return take_name(reader, operand->name);
}

static bool take_operands(Reader *reader, AssemblyInstruction *instruction)
{
    skip_space(reader);
    while (reader->next < reader->end && !at(reader, '\n') && !at(reader, ';')) {
        if (instruction->operand_count == ASSEMBLY_OPERANDS)
            return false;
        AssemblyOperand *operand = &instruction->operands[instruction->operand_count++];
        if (!(reader->syntax == ASSEMBLY_X86 ? take_x86_operand(reader, operand) : take_arm_operand(reader, operand)))
            return false;
        skip_space(reader);
        if (!take(reader, ',') && reader->next < reader->end && !at(reader, '\n') && !at(reader, ';'))
            return false;
        skip_space(reader);
    }
    return true;
}

// What tells the assembler which processor is meant.
static bool is_directive_without_effect(const char *name)
{
    return !strcmp(name, ".arch_extension") || !strcmp(name, ".arch") || !strcmp(name, ".cpu");
}

static void skip_statement(Reader *reader)
{
    while (reader->next < reader->end && !at(reader, '\n') && !at(reader, ';'))
        reader->next++;
}

static bool take_statement(Reader *reader, bool *locked, AssemblyText *out)
{
    AssemblyInstruction instruction = {0};
    skip_space(reader);
    if (reader->next == reader->end || take_separator(reader))
        return true;
    if (!take_name(reader, instruction.name))
        return false;
    if (take(reader, ':')) {
        instruction.is_label = true;
        vector_push(out, instruction);
        return !*locked;
    }
    if (reader->syntax == ASSEMBLY_X86 && !strcmp(instruction.name, "lock")) {
        *locked = true;
        return true;
    }
    if (reader->syntax == ASSEMBLY_X86 && !strcmp(instruction.name, "rep")) {
        // "rep; nop" is another way to write pause
        skip_space(reader);
        take(reader, ';');
        skip_space(reader);
        return take_name(reader, instruction.name) && !strcmp(instruction.name, "nop");
    }
    if (is_directive_without_effect(instruction.name)) {
        skip_statement(reader);
        return true;
    }
    instruction.locked = *locked;
    *locked = false;
    if (!take_operands(reader, &instruction))
        return false;
    vector_push(out, instruction);
    return true;
}

bool assembly_parse(const char *text, size_t length, AssemblySyntax syntax, AssemblyText *out)
{
    Reader reader = {text, text + length, syntax};
    bool locked = false;
    while (reader.next < reader.end)
        if (!take_statement(&reader, &locked, out))
            return false;
    return !locked;
}

static void show_character(char character, Text *out)
{
    if (character == '\n')
        text_append(out, "\\n");
    else if (character == '\t')
        text_append(out, "\\t");
    else
        text_format(out, "%c", character);
}

void assembly_show(const char *text, size_t length, Text *out)
{
    Reader reader = {text, text + length, ASSEMBLY_ARM};
    while (reader.next < reader.end) {
        Reader before = reader;
        AssemblyOperand operand = {0};
        if (at_text(&reader, "$$")) {
            reader.next += 2;
            text_append(out, "$");
        } else if (at(&reader, '$') && take_argument(&reader, &operand)) {
            text_append(out, "%");
            if (operand.modifier)
                text_format(out, "%c", operand.modifier);
            text_format(out, "%u", operand.argument);
        } else {
            reader = before;
            show_character(*reader.next++, out);
        }
    }
}
