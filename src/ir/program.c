#include "ir/program.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/memory.h"

const char *library_type_name(LibraryType type)
{
    static const char *const names[] = {
#define LIBRARY_TYPE_NAME(id, name) [LIBRARY_TYPE_##id] = name,
        LIBRARY_TYPE_TABLE(LIBRARY_TYPE_NAME)
#undef LIBRARY_TYPE_NAME
    };
    return names[type];
}

Program *program_create(void)
{
    Program *program = memory_allocate_zeroed(sizeof *program);
    vector_push(&program->positions, (Position){0});
    vector_push(&program->types, (Type){.kind = TYPE_UNKNOWN, .name = ""});
    vector_push(&program->strings, "");
    return program;
}

void program_free(Program *program)
{
    if (!program)
        return;
    vector_free(&program->files);
    vector_free(&program->positions);
    vector_free(&program->types);
    vector_free(&program->variables);
    vector_free(&program->globals);
    vector_free(&program->functions);
    vector_free(&program->labels);
    vector_free(&program->strings);
    arena_release(&program->arena);
    free(program);
}

uint32_t program_add_string(Program *program, const char *text)
{
    for (uint32_t i = 0; i < program->strings.count; i++)
        if (!strcmp(program->strings.data[i], text))
            return i;
    vector_push(&program->strings, arena_copy_string(&program->arena, text));
    return program->strings.count - 1;
}

const Position *program_position(const Program *program, const Function *function, uint32_t instruction)
{
    CHECK(instruction < function->instruction_count);
    return &program->positions.data[function->positions[instruction]];
}

uint64_t program_function_address(const Program *program, uint32_t function)
{
    return layout_region_base(&program->layout, REGION_CODE) + ((uint64_t)function + 1) * CODE_STRIDE;
}

bool program_has_exit_handlers(const Program *program)
{
    for (uint32_t i = 0; i < program->functions.count; i++) {
        const Function *function = &program->functions.data[i];
        if (function->from_model && (!strcmp(function->name, "atexit") || !strcmp(function->name, "on_exit")))
            return true;
    }
    return false;
}

const Function *program_function_at(const Program *program, uint64_t address)
{
    uint64_t base = layout_region_base(&program->layout, REGION_CODE) + CODE_STRIDE;
    if (address < base || (address - base) % CODE_STRIDE || (address - base) / CODE_STRIDE >= program->functions.count)
        return NULL;
    return &program->functions.data[(address - base) / CODE_STRIDE];
}

static void check_function(const Program *program, const Function *function)
{
    CHECK(function->instruction_count > 0);
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        const Instruction *instruction = &function->instructions[i];
        CHECK(instruction->opcode < OPCODE_COUNT);
        CHECK(function->positions[i] < program->positions.count);
        if (opcode_has_destination(instruction->opcode))
            CHECK(instruction->dst < function->register_count);
        switch (instruction->opcode) {
        case OP_jump:
            CHECK(instruction->imm < function->instruction_count);
            break;
        case OP_branch:
            CHECK(instruction->a < function->register_count);
            CHECK(instruction->b < function->instruction_count && instruction->imm < function->instruction_count);
            break;
        case OP_switch: {
            CHECK(instruction->imm < function->switch_count);
            const SwitchTable *table = &function->switches[instruction->imm];
            CHECK(table->default_target < function->instruction_count);
            for (uint32_t j = 0; j < table->case_count; j++)
                CHECK(table->cases[j].target < function->instruction_count);
            break;
        }
        case OP_call:
        case OP_call_indirect: {
            CHECK(instruction->b < function->call_count);
            const CallOperands *operands = &function->calls[instruction->b];
            CHECK(instruction->opcode == OP_call_indirect || instruction->imm < program->functions.count);
            CHECK(operands->variadic_count <= operands->argument_count);
            CHECK(instruction->dst + operands->result_count <= function->register_count);
            for (uint32_t j = 0; j < operands->argument_count; j++)
                CHECK(operands->arguments[j] < function->register_count);
            break;
        }
        case OP_return:
            CHECK(instruction->b < function->list_count);
            break;
        default:
            break;
        }
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
