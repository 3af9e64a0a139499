// The table of opcodes, and the questions about it.
#include "ir/operands.h"

typedef struct OpcodeRow {
    const char *name;
    uint8_t operands[FIELD_COUNT]; // OperandUse each
    bool ends_block;
} OpcodeRow;

static const OpcodeRow rows[OPCODE_COUNT] = {
#define OPCODE_ROW(name, dst, a, b, imm, ends) {#name, {OPERAND_##dst, OPERAND_##a, OPERAND_##b, OPERAND_##imm}, ends},
    OPCODE_TABLE(OPCODE_ROW)
#define BINARY_ROW(name) BINARY_FORMS(OPCODE_ROW, name)
        BINARY_TABLE(BINARY_ROW)
#undef BINARY_ROW
#undef OPCODE_ROW
};

typedef struct OperandRow {
    uint8_t reads, writes; // registers
    bool reads_memory, writes_memory;
} OperandRow;

static const OperandRow uses[] = {
#define OPERAND_ROW(use, reads, writes, from, to) [OPERAND_##use] = {reads, writes, from, to},
    OPERAND_TABLE(OPERAND_ROW)
#undef OPERAND_ROW
};

const char *opcode_name(Opcode opcode)
{
    return rows[opcode].name;
}

bool opcode_ends_block(Opcode opcode)
{
    return rows[opcode].ends_block;
}

bool opcode_has_immediate(Opcode opcode)
{
    return rows[opcode].operands[FIELD_b] == OPERAND_none && rows[opcode].operands[FIELD_imm] == OPERAND_number;
}

bool opcode_compares(Opcode opcode)
{
    return opcode_compares_integers(opcode) || opcode == OP_float_compare;
}

bool opcode_compares_integers(Opcode opcode)
{
    return opcode >= OP_eq && opcode <= OP_sge_imm;
}

Opcode opcode_without_immediate(Opcode opcode)
{
    switch (opcode) {
#define IMMEDIATE_CASE(name) \
    case OP_##name##_imm:    \
        return OP_##name;
        BINARY_TABLE(IMMEDIATE_CASE)
#undef IMMEDIATE_CASE
    default:
        return opcode;
    }
}

OperandUse instruction_operand(const Instruction *instruction, Field field)
{
    OperandUse use = rows[instruction->opcode].operands[field];
    if (use == OPERAND_size)
        return instruction->flags & FLAG_STATIC ? OPERAND_none : OPERAND_read;
    if (use == OPERAND_flag)
        return instruction->flags & FLAG_ONCE ? OPERAND_update : OPERAND_none;
    return use == OPERAND_once ? OPERAND_write : use;
}

uint64_t instruction_field(const Instruction *instruction, Field field)
{
    return field == FIELD_imm ? instruction->imm
           : field == FIELD_b ? instruction->b
           : field == FIELD_a ? instruction->a
                              : instruction->dst;
}

uint32_t operand_reads(OperandUse use)
{
    return uses[use].reads;
}

uint32_t operand_writes(OperandUse use)
{
    return uses[use].writes;
}

bool operand_reads_memory(OperandUse use)
{
    return uses[use].reads_memory;
}

bool operand_writes_memory(OperandUse use)
{
    return uses[use].writes_memory;
}

static void add_registers(uint32_t first, uint32_t count, IdList *out)
{
    for (uint32_t i = 0; i < count; i++)
        vector_push(out, first + i);
}

static void add_listed(const uint32_t *registers, uint32_t count, IdList *out)
{
    for (uint32_t i = 0; i < count; i++)
        vector_push(out, registers[i]);
}

void instruction_list_reads(const Function *function, uint32_t index, IdList *out)
{
    const Instruction *instruction = &function->instructions[index];
    for (Field field = 0; field < FIELD_COUNT; field++) {
        OperandUse use = instruction_operand(instruction, field);
        uint64_t value = instruction_field(instruction, field);
        if (use == OPERAND_call)
            add_listed(function->calls[value].arguments, function->calls[value].argument_count, out);
        else if (use == OPERAND_list)
            add_listed(function->lists[value].registers, function->lists[value].count, out);
        else
            add_registers((uint32_t)value, uses[use].reads, out);
    }
}

void instruction_list_writes(const Function *function, uint32_t index, IdList *out)
{
    const Instruction *instruction = &function->instructions[index];
    for (Field field = 0; field < FIELD_COUNT; field++) {
        OperandUse use = instruction_operand(instruction, field);
        uint32_t count = use == OPERAND_results ? function->calls[instruction->b].result_count : uses[use].writes;
        add_registers((uint32_t)instruction_field(instruction, field), count, out);
    }
}

bool instruction_writes_surely(const Instruction *instruction)
{
    return rows[instruction->opcode].operands[FIELD_dst] != OPERAND_once || !(instruction->flags & FLAG_ONCE);
}

static void add_labels(const Program *program, const Function *function, IdList *out)
{
    for (uint32_t i = 0; i < program->labels.count; i++)
        if (&program->functions.data[program->labels.data[i].function] == function)
            vector_push(out, program->labels.data[i].target);
}

void instruction_list_successors(const Program *program, const Function *function, uint32_t index, IdList *out)
{
    const Instruction *instruction = &function->instructions[index];
    out->count = 0;
    if (!opcode_ends_block(instruction->opcode))
        vector_push(out, index + 1);
    for (Field field = 0; field < FIELD_COUNT; field++) {
        OperandUse use = instruction_operand(instruction, field);
        uint64_t value = instruction_field(instruction, field);
        if (use == OPERAND_target)
            vector_push(out, (uint32_t)value);
        if (use == OPERAND_table) {
            const SwitchTable *table = &function->switches[value];
            vector_push(out, table->default_target);
            for (uint32_t i = 0; i < table->case_count; i++)
                vector_push(out, table->cases[i].target);
        }
        if (use == OPERAND_label)
            add_labels(program, function, out);
    }
}
