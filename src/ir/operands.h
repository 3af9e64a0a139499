// What an instruction reads, writes and refers to, by the table of ir/opcodes.h.
#ifndef RADDLE_IR_OPERANDS_H
#define RADDLE_IR_OPERANDS_H

#include "ir/program.h"

typedef VECTOR(uint32_t) IdList;

typedef enum Field { FIELD_dst, FIELD_a, FIELD_b, FIELD_imm, FIELD_COUNT } Field;

// What the field holds, given the flags of the instruction: `size`, `flag` and `once` come out as `none`, `read`,
// `update` or `write`.
OperandUse instruction_operand(const Instruction *instruction, Field field);
uint64_t instruction_field(const Instruction *instruction, Field field);
// How many registers a field of that use reads or writes, but for those of calls and lists.
uint32_t operand_reads(OperandUse use);
uint32_t operand_writes(OperandUse use);
bool operand_reads_memory(OperandUse use);
bool operand_writes_memory(OperandUse use);

// Append the registers that the instruction may read or write. The results of calls are writes; so is what a copy or
// fill has got to.
void instruction_list_reads(const Function *function, uint32_t instruction, IdList *out);
void instruction_list_writes(const Function *function, uint32_t instruction, IdList *out);
// Whether it writes all of these whenever it is done.
bool instruction_writes_surely(const Instruction *instruction);
// Sets `out` to the instructions that can be next.
void instruction_list_successors(const Program *program, const Function *function, uint32_t instruction, IdList *out);

// Of each opcode, for tables that are made when raddle is compiled: bits 1 << FIELD_... of the fields that hold
// registers, and FIELDS_MEMORY if one of them is an address.
enum { FIELDS_MEMORY = 1 << FIELD_COUNT };
enum {
#define OPERAND_FIELDS(use, reads, writes, from, to) \
    OPERAND_REGISTER_##use = (reads) || (writes), OPERAND_MEMORY_##use = (from) || (to),
    OPERAND_TABLE(OPERAND_FIELDS)
#undef OPERAND_FIELDS
#define OPCODE_FIELDS(name, dst, a, b, imm, ends)                                                                 \
    FIELDS_##name =                                                                                               \
        OPERAND_REGISTER_##dst << FIELD_dst | OPERAND_REGISTER_##a << FIELD_a | OPERAND_REGISTER_##b << FIELD_b | \
        OPERAND_REGISTER_##imm << FIELD_imm |                                                                     \
        (OPERAND_MEMORY_##dst || OPERAND_MEMORY_##a || OPERAND_MEMORY_##b || OPERAND_MEMORY_##imm) * FIELDS_MEMORY,
        OPCODE_TABLE(OPCODE_FIELDS)
#define BINARY_FIELDS(name) BINARY_FORMS(OPCODE_FIELDS, name)
            BINARY_TABLE(BINARY_FIELDS)
#undef BINARY_FIELDS
#undef OPCODE_FIELDS
};

#endif
