// Which loops are seen to end: those that go on only while a comparison of a counter with a bound holds, where each
// round adds the same number to the counter and nothing else in the loop writes the counter or the bound. The counter
// and the bound are registers, so no other thread can touch them.
#include "analysis/loop_bounds.h"

#include <stdlib.h>

#include "base/memory.h"

typedef struct LoopShape {
    const Flow *flow;
    const Definitions *definitions;
    RetreatingEdge edge;
    bool *body; // by block
} LoopShape;

// False if the loop can be entered elsewhere than at its head.
static bool find_body(LoopShape *loop)
{
    const Flow *flow = loop->flow;
    VECTOR(uint32_t) pending = {0};
    loop->body[loop->edge.to] = true;
    if (!loop->body[loop->edge.from]) {
        loop->body[loop->edge.from] = true;
        vector_push(&pending, loop->edge.from);
    }
    while (pending.count) {
        const FlowBlock *block = &flow->blocks.data[vector_pop(&pending)];
        for (uint32_t i = 0; i < block->predecessors.count; i++) {
            uint32_t before = block->predecessors.data[i];
            if (loop->body[before] || !flow->blocks.data[before].reachable)
                continue;
            loop->body[before] = true;
            vector_push(&pending, before);
        }
    }
    vector_free(&pending);
    return loop->edge.to == 0 || !loop->body[0];
}

static bool is_in_body(const LoopShape *loop, const Definition *definition)
{
    return definition->instruction != NO_INSTRUCTION && loop->body[loop->flow->block_of[definition->instruction]];
}

// How many writes of the register are in the loop; `found` is the last of them.
static uint32_t count_writes(const LoopShape *loop, uint32_t target, const Definition **found)
{
    const Definitions *definitions = loop->definitions;
    uint32_t count = 0;
    for (uint32_t i = definitions->register_first[target]; i < definitions->register_first[target + 1]; i++) {
        const Definition *definition = &definitions->all.data[definitions->by_register[i]];
        if (is_in_body(loop, definition)) {
            count++;
            *found = definition;
        }
    }
    return count;
}

static int64_t signed_word(uint64_t word, uint32_t width)
{
    uint64_t sign = UINT64_C(1) << (width - 1), value = word & (sign | (sign - 1));
    return (int64_t)((value ^ sign) - sign);
}

// What each round adds to the counter, if the register is one or holds the next value of one; 0: it is neither.
static int64_t find_step(const LoopShape *loop, uint32_t target, uint32_t width)
{
    const Function *function = loop->flow->function;
    const Definition *written = NULL;
    if (count_writes(loop, target, &written) != 1)
        return 0;
    const Instruction *write = &function->instructions[written->instruction];
    if (write->opcode != OP_move) { // the next value: find the counter
        if (write->opcode != OP_add_imm && write->opcode != OP_sub_imm)
            return 0;
        if (count_writes(loop, write->a, &written) != 1)
            return 0;
        write = &function->instructions[written->instruction];
        if (write->opcode != OP_move || write->a != target)
            return 0;
    }
    // Every round ends with the edge, and so with the move.
    if (loop->flow->block_of[written->instruction] != loop->edge.from)
        return 0;
    const Definition *sum = NULL;
    if (count_writes(loop, write->a, &sum) != 1)
        return 0;
    const Instruction *addition = &function->instructions[sum->instruction];
    if ((addition->opcode != OP_add_imm && addition->opcode != OP_sub_imm) || addition->a != write->dst ||
        addition->width != width)
        return 0;
    int64_t step = signed_word(addition->imm, width);
    return step == INT64_MIN ? 0 : addition->opcode == OP_add_imm ? step : -step;
}

// Whether a counter that changes by `step` cannot jump over the values for which the comparison fails.
static bool comparison_ends(const Instruction *comparison, int64_t step)
{
    uint32_t width = comparison->width;
    uint64_t mask = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1, bound = comparison->imm & mask;
    uint64_t largest = mask >> 1, smallest = mask ^ largest; // as signed numbers
    switch (comparison->opcode) {
    case OP_slt:
    case OP_ult:
        return step == 1;
    case OP_sgt:
    case OP_ugt:
        return step == -1;
    case OP_ne:
        return step == 1 || step == -1;
    case OP_ne_imm:
        return step == 1 || step == -1;
    case OP_slt_imm:
        return step == 1 || (step > 0 && signed_word(bound, width) < (int64_t)largest - step);
    case OP_sle_imm:
        return step > 0 && signed_word(bound, width) < (int64_t)largest - step;
    case OP_ult_imm:
        return step == 1 || (step > 0 && bound < mask - (uint64_t)step);
    case OP_ule_imm:
        return step > 0 && bound < mask - (uint64_t)step;
    case OP_sgt_imm:
        return step == -1 || (step < 0 && signed_word(bound, width) > signed_word(smallest, width) - step);
    case OP_sge_imm:
        return step < 0 && signed_word(bound, width) > signed_word(smallest, width) - step;
    case OP_ugt_imm:
        return step == -1 || (step < 0 && bound > (uint64_t)-step);
    case OP_uge_imm:
        return step < 0 && bound >= (uint64_t)-step;
    default:
        return false;
    }
}

// Whether the block, which every round goes through, leaves the loop when a counter has reached its bound.
static bool block_ends_loop(const LoopShape *loop, uint32_t block)
{
    const Flow *flow = loop->flow;
    const Function *function = flow->function;
    uint32_t last = flow->blocks.data[block].end - 1;
    const Instruction *branch = &function->instructions[last];
    if (branch->opcode != OP_branch || !loop->body[flow->block_of[branch->b]] ||
        loop->body[flow->block_of[branch->imm]])
        return false;
    const Definition *condition = definitions_only(loop->definitions, last, branch->a), *ignored;
    if (!condition || !is_in_body(loop, condition))
        return false;
    const Instruction *comparison = &function->instructions[condition->instruction];
    if (!opcode_compares(comparison->opcode) || comparison->opcode == OP_float_compare || !comparison->width ||
        flow->block_of[condition->instruction] != block)
        return false;
    if (!opcode_has_immediate(comparison->opcode) && count_writes(loop, comparison->b, &ignored))
        return false;
    int64_t step = find_step(loop, comparison->a, comparison->width);
    return step && comparison_ends(comparison, step);
}

static bool loop_ends(LoopShape *loop)
{
    const Flow *flow = loop->flow;
    for (uint32_t i = 0; i < flow->retreating.count; i++) {
        RetreatingEdge other = flow->retreating.data[i];
        if (other.to == loop->edge.to && other.from != loop->edge.from)
            return false;
    }
    if (!find_body(loop))
        return false;
    const FlowBlock *source = &flow->blocks.data[loop->edge.from];
    return block_ends_loop(loop, loop->edge.to) || block_ends_loop(loop, loop->edge.from) ||
           (source->predecessors.count == 1 && block_ends_loop(loop, source->predecessors.data[0]));
}

void loop_bounds_find(Flow *flow, const Definitions *definitions)
{
    for (uint32_t i = 0; i < flow->retreating.count; i++) {
        LoopShape loop = {.flow = flow,
                          .definitions = definitions,
                          .edge = flow->retreating.data[i],
                          .body = memory_allocate_zeroed(flow->blocks.count * sizeof(bool))};
        if (!loop_ends(&loop))
            flow->blocks.data[loop.edge.from].may_stay = true;
        free(loop.body);
    }
}
