// Whether a program is well-formed: every field of every instruction is what its opcode says.
#include "base/fail.h"
#include "base/property.h"
#include "ir/operands.h"

static void check_registers(const Function *function, uint64_t first, uint64_t count)
{
    CHECK(count <= function->register_count && first <= function->register_count - count);
}

static void check_call(const Function *function, const Instruction *instruction)
{
    CHECK(instruction->b < function->call_count);
    const CallOperands *operands = &function->calls[instruction->b];
    CHECK(operands->variadic_count <= operands->argument_count);
    check_registers(function, instruction->dst, operands->result_count);
    for (uint32_t i = 0; i < operands->argument_count; i++)
        check_registers(function, operands->arguments[i], 1);
}

static void check_list(const Function *function, uint64_t id)
{
    CHECK(id < function->list_count);
    for (uint32_t i = 0; i < function->lists[id].count; i++)
        check_registers(function, function->lists[id].registers[i], 1);
}

static void check_switch(const Function *function, uint64_t id)
{
    CHECK(id < function->switch_count);
    const SwitchTable *table = &function->switches[id];
    CHECK(table->default_target < function->instruction_count);
    for (uint32_t i = 0; i < table->case_count; i++)
        CHECK(table->cases[i].target < function->instruction_count);
}

static void check_operand(const Program *program, const Function *function, const Instruction *instruction, Field field)
{
    uint64_t value = instruction_field(instruction, field);
    OperandUse use = instruction_operand(instruction, field);
    switch (use) {
    case OPERAND_read:
    case OPERAND_size:
    case OPERAND_label:
    case OPERAND_write:
    case OPERAND_once:
    case OPERAND_write2:
    case OPERAND_update:
    case OPERAND_flag:
    case OPERAND_update2:
    case OPERAND_from:
    case OPERAND_to:
    case OPERAND_at:
        check_registers(function, value, operand_reads(use));
        check_registers(function, value, operand_writes(use));
        break;
    case OPERAND_property:
        CHECK(value < PROPERTY_COUNT);
        break;
    case OPERAND_variable:
        CHECK(value <= program->variables.count);
        break;
    case OPERAND_string:
        CHECK(value < program->strings.count);
        break;
    case OPERAND_global:
        CHECK(value < program->globals.count);
        break;
    case OPERAND_function:
        CHECK(value < program->functions.count);
        break;
    case OPERAND_call:
        check_call(function, instruction);
        break;
    case OPERAND_list:
        check_list(function, value);
        break;
    case OPERAND_loop:
        CHECK(value < function->loop_count);
        break;
    case OPERAND_target:
        CHECK(value < function->instruction_count);
        break;
    case OPERAND_table:
        check_switch(function, value);
        break;
    case OPERAND_none:
    case OPERAND_results: // with the call
    case OPERAND_number:
    case OPERAND_offset:
    case OPERAND_option:
        break;
    }
}

static void check_function(const Program *program, const Function *function)
{
    CHECK(function->instruction_count > 0);
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        const Instruction *instruction = &function->instructions[i];
        CHECK(instruction->opcode < OPCODE_COUNT);
        CHECK(function->positions[i] < program->positions.count);
        for (Field field = 0; field < FIELD_COUNT; field++)
            check_operand(program, function, instruction, field);
    }
    CHECK(opcode_ends_block(function->instructions[function->instruction_count - 1].opcode));
}

void program_check(const Program *program)
{
    CHECK(program->start_function < program->functions.count);
    for (uint32_t i = 0; i < program->functions.count; i++)
        if (program->functions.data[i].defined)
            check_function(program, &program->functions.data[i]);
    for (uint32_t i = 0; i < program->labels.count; i++)
        CHECK(program->labels.data[i].function < program->functions.count);
}
