// Which writes of a register a read may see: the last one before it in its basic block, or else all of the function.
// Values have registers of their own, temporary registers are not used across blocks, so little is lost.
#include "analysis/definitions.h"

#include <stdlib.h>

#include "base/memory.h"

bool opcode_has_immediate(Opcode opcode)
{
    switch (opcode) {
#define BINARY_CASE(name) case OP_##name##_imm:
        BINARY_TABLE(BINARY_CASE)
#undef BINARY_CASE
        return true;
    default:
        return false;
    }
}

bool opcode_compares(Opcode opcode)
{
    return (opcode >= OP_eq && opcode <= OP_sge_imm) || opcode == OP_float_compare;
}

static void add_register(const Function *function, uint64_t target, IdList *out)
{
    if (target < function->register_count)
        vector_push(out, (uint32_t)target);
}

void instruction_list_reads(const Function *function, uint32_t index, IdList *out)
{
    const Instruction *instruction = &function->instructions[index];
    bool a = true, b = false, third = false;
    switch (instruction->opcode) {
    case OP_constant:
    case OP_thread_local:
    case OP_stack_save:
    case OP_fence:
    case OP_point:
    case OP_mark:
    case OP_jump:
    case OP_loop_enter:
    case OP_unreachable:
    case OP_unsupported:
        a = false;
        break;
    case OP_loop_back:
        add_register(function, instruction->dst, out);
        a = false;
        break;
    case OP_move:
    case OP_truncate:
    case OP_sign_extend:
    case OP_population:
    case OP_leading_zeros:
    case OP_trailing_zeros:
    case OP_byte_swap:
    case OP_bit_reverse:
    case OP_absolute:
    case OP_float_neg:
    case OP_float_to_signed:
    case OP_float_to_unsigned:
    case OP_signed_to_float:
    case OP_unsigned_to_float:
    case OP_float_extend:
    case OP_float_truncate:
    case OP_load:
    case OP_branch:
    case OP_switch:
    case OP_jump_indirect:
    case OP_require:
    case OP_require_below:
    case OP_unfinished:
    case OP_stack_restore:
    case OP_life_begin:
    case OP_life_end:
    case OP_variadic_start:
        break;
    case OP_alloca:
        a = !(instruction->flags & FLAG_STATIC);
        break;
    case OP_uninitialised:
        a = (instruction->flags & FLAG_ONCE) != 0;
        break;
    case OP_store:
    case OP_exchange:
    case OP_index:
    case OP_multiply_high:
    case OP_overflow:
    case OP_saturate:
    case OP_float_add:
    case OP_float_sub:
    case OP_float_mul:
    case OP_float_div:
    case OP_float_rem:
    case OP_float_compare:
        b = true;
        break;
    case OP_copy:
    case OP_fill: // from where it has got to
        add_register(function, instruction->dst, out);
        add_register(function, instruction->dst + UINT64_C(1), out);
        b = third = true;
        break;
    case OP_call:
    case OP_call_indirect: {
        const CallOperands *operands = &function->calls[instruction->b];
        for (uint32_t i = 0; i < operands->argument_count; i++)
            add_register(function, operands->arguments[i], out);
        a = instruction->opcode == OP_call_indirect;
        break;
    }
    case OP_return: {
        const OperandList *list = &function->lists[instruction->b];
        for (uint32_t i = 0; i < list->count; i++)
            add_register(function, list->registers[i], out);
        a = false;
        break;
    }
    default: // what is not listed reads all it can name
        b = !opcode_has_immediate(instruction->opcode);
        third = instruction->opcode < OP_add;
        break;
    }
    if (a)
        add_register(function, instruction->a, out);
    if (b)
        add_register(function, instruction->b, out);
    if (third)
        add_register(function, instruction->imm, out);
}

void instruction_list_writes(const Function *function, uint32_t index, IdList *out)
{
    const Instruction *instruction = &function->instructions[index];
    uint32_t count = opcode_has_destination(instruction->opcode) ? 1 : 0;
    switch (instruction->opcode) {
    case OP_call:
    case OP_call_indirect:
        count = function->calls[instruction->b].result_count;
        break;
    case OP_overflow:
    case OP_compare_exchange:
    case OP_copy:
        count = 2;
        break;
    case OP_fill:
    case OP_loop_enter:
    case OP_loop_back:
        count = 1;
        break;
    case OP_uninitialised:
        if (instruction->flags & FLAG_ONCE)
            add_register(function, instruction->a, out);
        break;
    default:
        break;
    }
    for (uint32_t i = 0; i < count; i++)
        add_register(function, instruction->dst + UINT64_C(1) * i, out);
}

static void list_definitions(Definitions *definitions, const Function *function)
{
    IdList written = {0};
    definitions->first = memory_allocate_zeroed((function->instruction_count + UINT64_C(1)) * sizeof(uint32_t));
    for (uint32_t i = 0; i < function->parameter_count; i++)
        vector_push(&definitions->all, (Definition){NO_INSTRUCTION, i});
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        definitions->first[i] = definitions->all.count;
        written.count = 0;
        instruction_list_writes(function, i, &written);
        for (uint32_t j = 0; j < written.count; j++)
            vector_push(&definitions->all, (Definition){i, written.data[j]});
    }
    definitions->first[function->instruction_count] = definitions->all.count;
    vector_free(&written);
}

static void sort_by_register(Definitions *definitions, const Function *function)
{
    uint32_t count = definitions->all.count, registers = function->register_count;
    definitions->by_register = memory_allocate_zeroed((count + UINT64_C(1)) * sizeof(uint32_t));
    definitions->single = memory_allocate_zeroed((count + UINT64_C(1)) * sizeof(uint32_t));
    definitions->register_first = memory_allocate_zeroed((registers + UINT64_C(2)) * sizeof(uint32_t));
    uint32_t *first = definitions->register_first;
    for (uint32_t i = 0; i < count; i++) {
        first[definitions->all.data[i].target + 2]++;
        definitions->single[i] = i;
    }
    for (uint32_t i = 2; i < registers + 2; i++)
        first[i] += first[i - 1];
    for (uint32_t i = 0; i < count; i++) // moves every beginning, kept one place too high, to where it belongs
        definitions->by_register[first[definitions->all.data[i].target + 1]++] = i;
}

static uint64_t read_key(uint32_t instruction, uint32_t target)
{
    return (uint64_t)instruction << 32 | target;
}

static void resolve_block(Definitions *definitions, const Function *function, const FlowBlock *block, uint32_t *latest)
{
    IdList list = {0};
    for (uint32_t i = block->start; i < block->end; i++) {
        list.count = 0;
        instruction_list_reads(function, i, &list);
        for (uint32_t j = 0; j < list.count; j++)
            if (latest[list.data[j]])
                *map_insert(&definitions->known, read_key(i, list.data[j])) = latest[list.data[j]];
        bool certain =
            function->instructions[i].opcode != OP_uninitialised || !(function->instructions[i].flags & FLAG_ONCE);
        for (uint32_t j = definitions->first[i]; j < definitions->first[i + 1]; j++)
            latest[definitions->all.data[j].target] = certain ? j + 1 : 0;
    }
    for (uint32_t i = definitions->first[block->start]; i < definitions->first[block->end]; i++)
        latest[definitions->all.data[i].target] = 0;
    vector_free(&list);
}

void definitions_find(Definitions *definitions, const Flow *flow)
{
    const Function *function = flow->function;
    if (!function->defined)
        return;
    list_definitions(definitions, function);
    sort_by_register(definitions, function);
    uint32_t *latest = memory_allocate_zeroed((function->register_count + UINT64_C(1)) * sizeof *latest);
    for (uint32_t i = 0; i < flow->blocks.count; i++)
        resolve_block(definitions, function, &flow->blocks.data[i], latest);
    free(latest);
}

void definitions_free(Definitions *definitions)
{
    vector_free(&definitions->all);
    free(definitions->first);
    free(definitions->by_register);
    free(definitions->register_first);
    free(definitions->single);
    map_free(&definitions->known);
}

DefinitionList definitions_reaching(const Definitions *definitions, uint32_t instruction, uint32_t target)
{
    const uint64_t *known = map_find(&definitions->known, read_key(instruction, target));
    if (known)
        return (DefinitionList){&definitions->single[*known - 1], 1};
    uint32_t first = definitions->register_first[target];
    return (DefinitionList){&definitions->by_register[first], definitions->register_first[target + 1] - first};
}

const Definition *definitions_only(const Definitions *definitions, uint32_t instruction, uint32_t target)
{
    DefinitionList list = definitions_reaching(definitions, instruction, target);
    return list.count == 1 ? &definitions->all.data[list.ids[0]] : NULL;
}
