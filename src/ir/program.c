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
    program->thread_main_function = program->interrupt_function = NO_FUNCTION;
    return program;
}

void program_free(Program *program)
{
    if (!program)
        return;
    vector_free(&program->files);
    vector_free(&program->positions);
    vector_free(&program->cover);
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

bool program_lacks_function(const Program *program, uint32_t function)
{
    const Function *data = &program->functions.data[function];
    return !data->defined && data->intrinsic == INTRINSIC_none && !data->from_model;
}

bool program_find_call(const Program *program, uint32_t function, uint32_t *position)
{
    for (uint32_t i = 0; i < program->functions.count; i++) {
        const Function *caller = &program->functions.data[i];
        for (uint32_t j = 0; !caller->from_model && j < caller->instruction_count; j++)
            if (caller->instructions[j].opcode == OP_call && caller->instructions[j].imm == function) {
                *position = caller->positions[j];
                return true;
            }
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
