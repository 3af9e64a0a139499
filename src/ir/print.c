// Names of opcodes and the listing of a program (--dump=ir).
#include <inttypes.h>

#include "ir/program.h"

typedef struct OpcodeRow {
    const char *name;
    int destination, memory, terminator;
} OpcodeRow;

static const OpcodeRow rows[OPCODE_COUNT] = {
#define OPCODE_ROW(name, destination, memory, terminator) {#name, destination, memory, terminator},
    OPCODE_TABLE(OPCODE_ROW)
#undef OPCODE_ROW
#define BINARY_ROW(name) {#name, 1, 0, 0}, {#name ".imm", 1, 0, 0},
        BINARY_TABLE(BINARY_ROW)
#undef BINARY_ROW
};

const char *opcode_name(Opcode opcode)
{
    return rows[opcode].name;
}

int opcode_has_destination(Opcode opcode)
{
    return rows[opcode].destination;
}

int opcode_accesses_memory(Opcode opcode)
{
    return rows[opcode].memory;
}

int opcode_ends_block(Opcode opcode)
{
    return rows[opcode].terminator;
}

void program_print_instruction(const Program *program, const Function *function, uint32_t index, FILE *stream)
{
    const Instruction *instruction = &function->instructions[index];
    fprintf(stream, "%6u  ", index);
    if (opcode_has_destination(instruction->opcode))
        fprintf(stream, "r%u = ", instruction->dst);
    fprintf(stream, "%s.%u", opcode_name(instruction->opcode), instruction->width);
    switch (instruction->opcode) {
    case OP_call:
    case OP_call_indirect: {
        const CallOperands *operands = &function->calls[instruction->b];
        if (instruction->opcode == OP_call)
            fprintf(stream, " %s(", program->functions.data[instruction->imm].name);
        else
            fprintf(stream, " [r%u](", instruction->a);
        for (uint32_t i = 0; i < operands->argument_count; i++)
            fprintf(stream, "%sr%u", i ? ", " : "", operands->arguments[i]);
        fputc(')', stream);
        break;
    }
    case OP_require_below:
        fprintf(stream, " r%u < %" PRIu64, instruction->a, instruction->imm);
        break;
    case OP_unsupported:
        fprintf(stream, " \"%s\"", program->strings.data[instruction->imm]);
        break;
    default:
        fprintf(stream, " a=%u b=%u imm=%" PRIu64, instruction->a, instruction->b, instruction->imm);
        break;
    }
    const Position *position = program_position(program, function, index);
    if (position->line)
        fprintf(stream, "  ; %s:%u:%u", program->files.data[position->file], position->line, position->column);
    fputc('\n', stream);
}

void program_print(const Program *program, FILE *stream)
{
    for (uint32_t i = 0; i < program->globals.count; i++) {
        const Global *global = &program->globals.data[i];
        fprintf(stream, "global %s at 0x%" PRIx64 ", %" PRIu64 " bytes%s%s\n", global->name, global->address,
                global->size, global->constant ? ", constant" : "", global->thread_local_ ? ", thread-local" : "");
    }
    for (uint32_t i = 0; i < program->functions.count; i++) {
        const Function *function = &program->functions.data[i];
        if (!function->defined)
            continue;
        fprintf(stream, "\nfunction %s(%u words), %u registers\n", function->name, function->parameter_count,
                function->register_count);
        for (uint32_t j = 0; j < function->instruction_count; j++)
            program_print_instruction(program, function, j, stream);
    }
}
