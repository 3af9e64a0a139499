// Which registers hold nothing but what their function computes from constants: counters of loops, and what is computed from
// them. Nothing that was read from memory, given by a caller or returned by a call. Where control comes to, and how often it
// has gone round which loop, says what they hold.
#include <stdlib.h>

#include "analysis/facts.h"
#include "base/memory.h"
#include "ir/operands.h"

static bool has(const uint64_t *set, uint32_t index)
{
    return set[index / 64] >> (index % 64) & 1;
}

// Whether all that the instruction writes is computed from the registers that it reads, and from constants.
static bool computes(const Instruction *instruction)
{
    bool from_something = false;
    for (uint32_t field = FIELD_a; field < FIELD_COUNT; field++) {
        OperandUse use = instruction_operand(instruction, (Field)field);
        if (use != OPERAND_none && use != OPERAND_read && use != OPERAND_number && use != OPERAND_option)
            return false;
        from_something |= use == OPERAND_read || use == OPERAND_number;
    }
    OperandUse written = instruction_operand(instruction, FIELD_dst);
    return from_something && (written == OPERAND_write || written == OPERAND_write2);
}

static bool computes_from(const Function *function, uint32_t instruction, const uint64_t *counters, IdList *scratch)
{
    if (!computes(&function->instructions[instruction]))
        return false;
    scratch->count = 0;
    instruction_list_reads(function, instruction, scratch);
    for (uint32_t i = 0; i < scratch->count; i++)
        if (!has(counters, scratch->data[i]))
            return false;
    return true;
}

// Takes out what the instruction writes, unless it computes that from counters. Whether there was such.
static bool take_out(const Function *function, uint32_t instruction, uint64_t *counters, IdList *scratch)
{
    if (computes_from(function, instruction, counters, scratch))
        return false;
    bool changed = false;
    scratch->count = 0;
    instruction_list_writes(function, instruction, scratch);
    for (uint32_t i = 0; i < scratch->count; i++) {
        uint32_t index = scratch->data[i];
        changed |= has(counters, index);
        counters[index / 64] &= ~(UINT64_C(1) << index % 64);
    }
    return changed;
}

void facts_find_counters(const Function *function, LoopFacts *out)
{
    uint32_t words = (function->register_count + 63) / 64;
    IdList scratch = {0};
    out->counters = memory_allocate_zeroed(words * sizeof *out->counters);
    for (uint32_t i = function->parameter_count; i < function->register_count; i++)
        out->counters[i / 64] |= UINT64_C(1) << i % 64;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < function->instruction_count; i++)
            changed |= take_out(function, i, out->counters, &scratch);
    }
    vector_free(&scratch);
}

bool facts_is_counter(const Facts *facts, uint32_t function, uint32_t index)
{
    const LoopFacts *loops = &facts->loops[function];
    return loops->counters && has(loops->counters, index);
}
