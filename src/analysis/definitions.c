// Which writes of a register a read may see: the last one before it in its basic block, or else all of the function.
// Values have registers of their own, temporary registers are not used across blocks, so little is lost.
#include "analysis/definitions.h"

#include <stdlib.h>

#include "base/memory.h"

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
        bool certain = instruction_writes_surely(&function->instructions[i]);
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
