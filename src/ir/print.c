// The listing of a program (--dump=ir).
#include <inttypes.h>

#include "base/property.h"
#include "ir/operands.h"

static void print_written(const Function *function, uint32_t index, FILE *stream)
{
    IdList written = {0};
    instruction_list_writes(function, index, &written);
    for (uint32_t i = 0; i < written.count; i++)
        fprintf(stream, "%sr%u", i ? ", " : "", written.data[i]);
    if (written.count)
        fputs(" = ", stream);
    vector_free(&written);
}

static void print_registers(const uint32_t *registers, uint32_t count, FILE *stream)
{
    fputs(" (", stream);
    for (uint32_t i = 0; i < count; i++)
        fprintf(stream, "%sr%u", i ? ", " : "", registers[i]);
    fputc(')', stream);
}

static void print_switch(const SwitchTable *table, FILE *stream)
{
    for (uint32_t i = 0; i < table->case_count; i++)
        fprintf(stream, " %" PRIu64 "->%u", table->cases[i].value, table->cases[i].target);
    fprintf(stream, " else->%u", table->default_target);
}

// What is only written is shown before the opcode.
static void print_operand(const Program *program, const Function *function, OperandUse use, uint64_t value,
                          FILE *stream)
{
    switch (use) {
    case OPERAND_none:
    case OPERAND_write:
    case OPERAND_once:
    case OPERAND_write2:
    case OPERAND_results:
        break;
    case OPERAND_read:
    case OPERAND_size:
    case OPERAND_label:
    case OPERAND_update:
    case OPERAND_flag:
        fprintf(stream, " r%" PRIu64, value);
        break;
    case OPERAND_update2:
        fprintf(stream, " r%" PRIu64 " r%" PRIu64, value, value + 1);
        break;
    case OPERAND_from:
    case OPERAND_to:
    case OPERAND_at:
        fprintf(stream, " [r%" PRIu64 "]", value);
        break;
    case OPERAND_number:
        fprintf(stream, " %" PRIu64, value);
        break;
    case OPERAND_offset:
        fprintf(stream, " +%" PRIu64, value);
        break;
    case OPERAND_option:
        fprintf(stream, " #%" PRIu64, value);
        break;
    case OPERAND_property:
        fprintf(stream, " %s", property_name((Property)value));
        break;
    case OPERAND_variable:
        fprintf(stream, " %s", value ? program->variables.data[value - 1].name : "-");
        break;
    case OPERAND_string:
        fprintf(stream, " \"%s\"", program->strings.data[value]);
        break;
    case OPERAND_global:
        fprintf(stream, " %s", program->globals.data[value].name);
        break;
    case OPERAND_function:
        fprintf(stream, " %s", program->functions.data[value].name);
        break;
    case OPERAND_call:
        print_registers(function->calls[value].arguments, function->calls[value].argument_count, stream);
        break;
    case OPERAND_list:
        print_registers(function->lists[value].registers, function->lists[value].count, stream);
        break;
    case OPERAND_loop:
        fprintf(stream, " loop %" PRIu64, value);
        break;
    case OPERAND_target:
        fprintf(stream, " ->%" PRIu64, value);
        break;
    case OPERAND_table:
        print_switch(&function->switches[value], stream);
        break;
    }
}

static void print_instruction(const Program *program, const Function *function, uint32_t index, FILE *stream)
{
    const Instruction *instruction = &function->instructions[index];
    fprintf(stream, "%6u  ", index);
    print_written(function, index, stream);
    fprintf(stream, "%s.%u", opcode_name(instruction->opcode), instruction->width);
    for (Field field = 0; field < FIELD_COUNT; field++)
        print_operand(program, function, instruction_operand(instruction, field), instruction_field(instruction, field),
                      stream);
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
            print_instruction(program, function, j, stream);
    }
}
