#include "abstract/flow.h"

#include <stdlib.h>

#include "base/memory.h"
#include "ir/operands.h"

bool *function_flow_find_thread_handlers(const Program *program)
{
    bool *handles = memory_allocate_zeroed(program->functions.count * sizeof *handles);
    for (uint32_t i = 0; i < program->functions.count; i++) {
        Intrinsic intrinsic = program->functions.data[i].intrinsic;
        handles[i] = intrinsic == INTRINSIC_pthread_create || intrinsic == INTRINSIC_pthread_join;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < program->functions.count; i++) {
            const Function *function = &program->functions.data[i];
            for (uint32_t j = 0; j < function->instruction_count && !handles[i]; j++)
                if (function->instructions[j].opcode == OP_call && handles[function->instructions[j].imm])
                    handles[i] = changed = true;
        }
    }
    return handles;
}

typedef struct FlowBuilder {
    const Program *program;
    const Function *function;
    const bool *handles_threads;
    FunctionFlow *out;
    IdList successors;
} FlowBuilder;

// Marks what can be come to from a block by at least one step, never going on from `barred` (block_count: none).
static void mark_reachable(FlowBuilder *builder, uint32_t from, uint32_t barred, bool *marks)
{
    IdList open = {0};
    vector_push(&open, from);
    while (open.count) {
        uint32_t block = vector_pop(&open);
        instruction_list_successors(builder->program, builder->function, builder->out->blocks[block].end - 1,
                                    &builder->successors);
        for (uint32_t i = 0; i < builder->successors.count; i++) {
            uint32_t next = builder->out->block_of[builder->successors.data[i]];
            if (!marks[next]) {
                marks[next] = true;
                if (next != barred)
                    vector_push(&open, next);
            }
        }
    }
    vector_free(&open);
}

static bool reaches(FlowBuilder *builder, uint32_t from, uint32_t to, uint32_t barred)
{
    bool *marks = memory_allocate_zeroed(builder->out->block_count * sizeof *marks);
    mark_reachable(builder, from, barred, marks);
    bool found = marks[to];
    free(marks);
    return found;
}

// Whether a round of the loop handles threads, and whether a comparison with a small number ends it.
static bool deserves_telling(const FlowBuilder *builder, const bool *body)
{
    bool handles = false, counts = false;
    for (uint32_t block = 0; block < builder->out->block_count; block++)
        for (uint32_t i = builder->out->blocks[block].start; body[block] && i < builder->out->blocks[block].end; i++) {
            const Instruction *instruction = &builder->function->instructions[i];
            handles |= instruction->opcode == OP_call && builder->handles_threads[instruction->imm];
            counts |= opcode_compares(instruction->opcode) && opcode_has_immediate(instruction->opcode) &&
                      instruction->imm > 0 && instruction->imm < ROUNDS;
        }
    return handles && counts;
}

static void find_body(FlowBuilder *builder, uint32_t back, uint32_t header, bool *body)
{
    for (uint32_t block = 0; block < builder->out->block_count; block++)
        body[block] |= block == back || block == header || reaches(builder, block, back, header);
    // What leads to the back edge but is not come to from the header is before the loop.
    bool *inside = memory_allocate_zeroed(builder->out->block_count * sizeof *inside);
    mark_reachable(builder, header, back, inside);
    for (uint32_t block = 0; block < builder->out->block_count; block++)
        body[block] &= inside[block] || block == header;
    free(inside);
}

static void tell_rounds(FlowBuilder *builder, uint32_t loop, uint32_t header, const bool *body)
{
    uint32_t count = builder->out->block_count;
    BlockFlow *blocks = builder->out->blocks;
    bool is_inner = false, free_of_others = true;
    for (uint32_t block = 0; block < count; block++) {
        free_of_others &= !body[block] || !blocks[block].told;
        // A way from the loop to itself that leaves it in between: another loop is around it.
        if (!body[block])
            is_inner |= reaches(builder, header, block, count) && reaches(builder, block, header, count);
    }
    if (is_inner || !free_of_others || !deserves_telling(builder, body))
        return;
    builder->out->tells_rounds = true;
    blocks[header].is_told_header = true;
    for (uint32_t block = 0; block < count; block++)
        if (body[block]) {
            blocks[block].told = loop + 1;
            blocks[block].in_loop = block != header && reaches(builder, block, block, header);
        }
}

// Where blocks begin: at targets, and after what ends one.
static void find_blocks(FlowBuilder *builder)
{
    const Function *function = builder->function;
    bool *leads = memory_allocate_zeroed((function->instruction_count + 1) * sizeof *leads);
    leads[0] = true;
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        if (!opcode_ends_block(function->instructions[i].opcode))
            continue;
        leads[i + 1] = true;
        instruction_list_successors(builder->program, function, i, &builder->successors);
        for (uint32_t j = 0; j < builder->successors.count; j++)
            leads[builder->successors.data[j]] = true;
    }
    FunctionFlow *out = builder->out;
    out->blocks = memory_allocate_zeroed((function->instruction_count + 1) * sizeof *out->blocks);
    out->block_of = memory_allocate_zeroed((function->instruction_count + 1) * sizeof *out->block_of);
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        if (leads[i])
            out->blocks[out->block_count++].start = i;
        out->block_of[i] = out->block_count - 1;
        out->blocks[out->block_count - 1].end = i + 1;
    }
    free(leads);
}

// Such blocks are what is left of `a && b`: where both ways to it meet, a register tells where they go on.
static bool is_short(const Function *function, const BlockFlow *block)
{
    enum { SHORT = 6 };
    bool found = block->end - block->start <= SHORT && !block->is_header;
    for (uint32_t i = block->start; i < block->end && found; i++)
        switch ((Opcode)function->instructions[i].opcode) {
        case OP_move:
        case OP_constant:
        case OP_truncate:
        case OP_sign_extend:
        case OP_xor_imm:
        case OP_mark:
        case OP_jump:
        case OP_branch:
            break;
        default:
            found = opcode_compares(function->instructions[i].opcode);
            break;
        }
    return found;
}

void function_flow_compute(const Program *program, uint32_t function, const bool *handles_threads, FunctionFlow *out)
{
    const Function *row = &program->functions.data[function];
    FlowBuilder builder = {.program = program, .function = row, .handles_threads = handles_threads, .out = out};
    find_blocks(&builder);
    for (uint32_t block = 0; block < out->block_count; block++) {
        out->blocks[block].in_loop = reaches(&builder, block, block, out->block_count);
        instruction_list_successors(program, row, out->blocks[block].end - 1, &builder.successors);
        for (uint32_t i = 0; i < builder.successors.count; i++) {
            uint32_t next = out->block_of[builder.successors.data[i]];
            out->blocks[next].is_header |= next <= block;
        }
    }
    for (uint32_t block = 0; block < out->block_count; block++)
        out->blocks[block].is_short = is_short(row, &out->blocks[block]);
    for (uint32_t i = 0; i < row->instruction_count; i++) {
        if (row->instructions[i].opcode != OP_loop_back)
            continue;
        bool *body = memory_allocate_zeroed((out->block_count + 1) * sizeof *body);
        uint32_t loop = (uint32_t)row->instructions[i].imm, header = out->block_of[row->loops[loop].header];
        find_body(&builder, out->block_of[i], header, body);
        tell_rounds(&builder, loop, header, body);
        free(body);
    }
    vector_free(&builder.successors);
}

void function_flow_free(FunctionFlow *flow)
{
    free(flow->blocks);
    free(flow->block_of);
}
