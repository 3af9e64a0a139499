// A loop may be entered with the same update of memory with which it is gone round again:
//
//     old = fetch_sub(&lock, 1);
//     while (old <= 0) {
//         ...
//         old = fetch_sub(&lock, 1);
//     }
//
// Who is about to do the second one could as well be about to do the first one, if what the thread goes on with is the same.
// This finds such updates, and where each of them has that.
#include "analysis/facts.h"
#include "base/map.h"
#include "base/none.h"
#include "ir/operands.h"

// Whether it writes one register, by another one and constants alone.
static bool only_derives(const Instruction *instruction)
{
    bool from_one = instruction_operand(instruction, FIELD_a) == OPERAND_read &&
                    instruction_operand(instruction, FIELD_b) == OPERAND_none;
    OperandUse imm = instruction_operand(instruction, FIELD_imm);
    return instruction_operand(instruction, FIELD_dst) == OPERAND_write && from_one &&
           (imm == OPERAND_none || imm == OPERAND_number || imm == OPERAND_option);
}

static bool is_passed(const Instruction *instruction)
{
    return instruction->opcode == OP_loop_enter || instruction->opcode == OP_loop_back;
}

// The jump with which the way from an update to the header ends, on which registers are only moved and derived from others;
// NONE: there is another way.
static uint32_t find_jump(const Function *function, uint32_t update)
{
    for (uint32_t i = update + 1; i < function->instruction_count; i++) {
        const Instruction *instruction = &function->instructions[i];
        if (instruction->opcode == OP_jump)
            return i;
        if (!only_derives(instruction) && !is_passed(instruction))
            return NONE;
    }
    return NONE;
}

// The register before the update from which the one at the jump is computed; and how: 0 if it is only moved.
static uint32_t trace_back(const Function *function, uint32_t update, uint32_t jump, uint32_t index, uint64_t *how)
{
    for (uint32_t i = jump; i-- > update + 1;) {
        const Instruction *instruction = &function->instructions[i];
        if (is_passed(instruction) || instruction->dst != index)
            continue;
        if (instruction->opcode != OP_move)
            *how = hash_words(hash_words(*how, instruction->opcode, instruction->width), instruction->imm,
                              instruction->flags);
        index = instruction->a;
    }
    return index == function->instructions[update].dst ? RETRY_RESULT : index;
}

static const BackEdge *find_edge(const LoopFacts *loops, uint32_t header)
{
    for (uint32_t i = 0; i < loops->edges.count; i++)
        if (loops->edges.data[i].header == header)
            return &loops->edges.data[i];
    return NULL;
}

static void add_retry(const Function *function, uint32_t update, LoopFacts *out)
{
    const Instruction *instruction = &function->instructions[update];
    uint32_t jump = find_jump(function, update);
    const BackEdge *edge = jump == NONE ? NULL : find_edge(out, (uint32_t)function->instructions[jump].imm);
    if (!edge)
        return;
    Retry retry = {.instruction = update, .edge = edge->instruction};
    retry.how = hash_words(instruction->imm, instruction->width, instruction->flags);
    bool is_looked_at = false;
    for (uint32_t i = 0; i < edge->live.count; i++) {
        uint64_t how = 0;
        uint32_t from = trace_back(function, update, jump, edge->live.data[i], &how);
        bool is_result = from == RETRY_RESULT;
        retry.how = hash_words(hash_words(retry.how, i, is_result), how, 0);
        is_looked_at |= is_result;
        vector_push(&retry.registers, from);
    }
    vector_push(&retry.registers, instruction->a);
    vector_push(&retry.registers, instruction->b);
    if (is_looked_at)
        vector_push(&out->retries, retry);
    else
        vector_free(&retry.registers);
}

void facts_find_retries(const Function *function, LoopFacts *out)
{
    for (uint32_t i = 0; i < function->instruction_count && out->edges.count; i++)
        if (function->instructions[i].opcode == OP_exchange)
            add_retry(function, i, out);
}

const Retry *facts_retry(const Facts *facts, uint32_t function, uint32_t instruction)
{
    const LoopFacts *loops = &facts->loops[function];
    for (uint32_t i = 0; i < loops->retries.count; i++)
        if (loops->retries.data[i].instruction == instruction)
            return &loops->retries.data[i];
    return NULL;
}
