// Basic blocks, post-dominators, control dependence.
//
// A block depends on a branch if one way out of the branch always leads to the block and another may not. The branches
// of a block are found on the tree of post-dominators: from each successor of the branch up to what comes after the
// branch in any case. The tree is computed by intersecting paths, over the blocks in an order in which successors
// mostly come first.
#include "analysis/control_dependence.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ir/operands.h"

static void find_blocks(Flow *flow, const Program *program)
{
    const Function *function = flow->function;
    IdList targets = {0};
    flow->block_of[0] = 1;
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        if (!opcode_ends_block(function->instructions[i].opcode))
            continue;
        if (i + 1 < function->instruction_count)
            flow->block_of[i + 1] = 1;
        instruction_list_successors(program, function, i, &targets);
        for (uint32_t j = 0; j < targets.count; j++)
            flow->block_of[targets.data[j]] = 1;
    }
    vector_free(&targets);
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        if (flow->block_of[i])
            vector_push(&flow->blocks, (FlowBlock){.start = i});
        flow->block_of[i] = flow->blocks.count - 1;
        vector_last(&flow->blocks).end = i + 1;
    }
}

static void add_edge(Flow *flow, uint32_t from, uint32_t to)
{
    FlowBlock *source = &flow->blocks.data[from];
    for (uint32_t i = 0; i < source->successors.count; i++)
        if (source->successors.data[i] == to)
            return;
    vector_push(&source->successors, to);
    vector_push(&flow->blocks.data[to].predecessors, from);
}

// A depth-first search from the entry: what is reachable, and which edges lead back to the path that is being followed.
static void find_retreating_edges(Flow *flow)
{
    enum { NEW, ON_PATH, DONE };
    typedef struct Visit {
        uint32_t block, next;
    } Visit;
    VECTOR(Visit) path = {0};
    uint8_t *state = memory_allocate_zeroed(flow->blocks.count);
    state[0] = ON_PATH;
    vector_push(&path, (Visit){0, 0});
    while (path.count) {
        Visit *visit = &vector_last(&path);
        FlowBlock *block = &flow->blocks.data[visit->block];
        block->reachable = true;
        if (visit->next == block->successors.count) {
            state[visit->block] = DONE;
            vector_drop(&path);
            continue;
        }
        uint32_t successor = block->successors.data[visit->next++];
        if (state[successor] == ON_PATH)
            vector_push(&flow->retreating, (RetreatingEdge){visit->block, successor});
        if (state[successor] == NEW) {
            state[successor] = ON_PATH;
            vector_push(&path, (Visit){successor, 0});
        }
    }
    free(state);
    vector_free(&path);
}

void flow_build(Flow *flow, const Program *program, uint32_t function)
{
    flow->function = &program->functions.data[function];
    if (!flow->function->defined)
        return;
    flow->block_of = memory_allocate_zeroed(flow->function->instruction_count * sizeof *flow->block_of);
    find_blocks(flow, program);
    IdList targets = {0};
    for (uint32_t i = 0; i < flow->blocks.count; i++) {
        instruction_list_successors(program, flow->function, flow->blocks.data[i].end - 1, &targets);
        for (uint32_t j = 0; j < targets.count; j++)
            add_edge(flow, i, flow->block_of[targets.data[j]]);
    }
    vector_free(&targets);
    find_retreating_edges(flow);
}

void flow_free(Flow *flow)
{
    for (uint32_t i = 0; i < flow->blocks.count; i++) {
        vector_free(&flow->blocks.data[i].successors);
        vector_free(&flow->blocks.data[i].predecessors);
        vector_free(&flow->blocks.data[i].controllers);
    }
    vector_free(&flow->blocks);
    vector_free(&flow->retreating);
    free(flow->block_of);
}

static bool leads_to_end(const FlowBlock *block)
{
    return block->may_stay || !block->successors.count;
}

typedef struct PostDominators {
    Flow *flow;
    uint32_t *order; // blocks, those nearest to the end first
    uint32_t *rank;  // by block: its place in `order`, from 1; 0: none. The end has none, too
    uint32_t count;
} PostDominators;

// Numbers the blocks in the reverse of the order in which a search from the end, against the edges, is done with them.
static void order_blocks(PostDominators *tree)
{
    typedef struct Visit {
        uint32_t block, next;
    } Visit;
    const Flow *flow = tree->flow;
    uint32_t total = flow->blocks.count, done = total;
    VECTOR(Visit) path = {0};
    bool *seen = memory_allocate_zeroed(total * sizeof *seen);
    for (uint32_t i = 0; i < total; i++) {
        if (seen[i] || !leads_to_end(&flow->blocks.data[i]))
            continue;
        seen[i] = true;
        vector_push(&path, (Visit){i, 0});
        while (path.count) {
            Visit *visit = &vector_last(&path);
            const FlowBlock *block = &flow->blocks.data[visit->block];
            if (visit->next == block->predecessors.count) {
                tree->order[--done] = visit->block;
                vector_drop(&path);
                continue;
            }
            uint32_t before = block->predecessors.data[visit->next++];
            if (!seen[before]) {
                seen[before] = true;
                vector_push(&path, (Visit){before, 0});
            }
        }
    }
    tree->count = total - done;
    memmove(tree->order, tree->order + done, tree->count * sizeof *tree->order);
    for (uint32_t i = 0; i < tree->count; i++)
        tree->rank[tree->order[i]] = i + 1;
    vector_free(&path);
    free(seen);
}

static uint32_t meet(const PostDominators *tree, uint32_t left, uint32_t right)
{
    while (left != right) {
        uint32_t *later = tree->rank[left] > tree->rank[right] ? &left : &right;
        *later = tree->flow->blocks.data[*later].post_dominator;
    }
    return left;
}

static void find_post_dominators(Flow *flow)
{
    uint32_t end = flow->blocks.count;
    enum { UNKNOWN = UINT32_MAX };
    PostDominators tree = {.flow = flow,
                           .order = memory_allocate_zeroed(end * sizeof(uint32_t)),
                           .rank = memory_allocate_zeroed((end + UINT64_C(1)) * sizeof(uint32_t))};
    order_blocks(&tree);
    for (uint32_t i = 0; i < end; i++)
        flow->blocks.data[i].post_dominator = UNKNOWN;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < tree.count; i++) {
            FlowBlock *block = &flow->blocks.data[tree.order[i]];
            uint32_t found = leads_to_end(block) ? end : UNKNOWN;
            for (uint32_t j = 0; j < block->successors.count; j++) {
                uint32_t successor = block->successors.data[j];
                if (flow->blocks.data[successor].post_dominator == UNKNOWN)
                    continue;
                found = found == UNKNOWN ? successor : meet(&tree, found, successor);
            }
            changed |= found != block->post_dominator;
            block->post_dominator = found;
        }
    }
    for (uint32_t i = 0; i < end; i++)
        if (flow->blocks.data[i].post_dominator == UNKNOWN) // no way out: nothing comes after it for certain
            flow->blocks.data[i].post_dominator = end;
    free(tree.order);
    free(tree.rank);
}

void control_dependence_find(Flow *flow)
{
    uint32_t end = flow->blocks.count;
    find_post_dominators(flow);
    for (uint32_t i = 0; i < end; i++) {
        const FlowBlock *branch = &flow->blocks.data[i];
        if (!branch->reachable || branch->successors.count + branch->may_stay < 2)
            continue;
        for (uint32_t j = 0; j < branch->successors.count; j++)
            for (uint32_t next = branch->successors.data[j]; next != branch->post_dominator && next != end;
                 next = flow->blocks.data[next].post_dominator) {
                FlowBlock *block = &flow->blocks.data[next];
                if (!block->controllers.count || vector_last(&block->controllers) != i)
                    vector_push(&block->controllers, i);
            }
    }
}
