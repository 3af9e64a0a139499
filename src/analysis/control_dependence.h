// The control flow of a function in basic blocks, and which branches decide whether a block is executed.
#ifndef RADDLE_ANALYSIS_CONTROL_DEPENDENCE_H
#define RADDLE_ANALYSIS_CONTROL_DEPENDENCE_H

#include "base/vector.h"
#include "ir/program.h"

typedef struct FlowBlock {
    uint32_t start, end; // instructions
    VECTOR(uint32_t) successors;
    VECTOR(uint32_t) predecessors;
    bool reachable;
    bool may_stay;                // goes back to the head of a loop that is not known to end
    uint32_t post_dominator;      // the next block that every way out goes through; the number of blocks: the end
    VECTOR(uint32_t) controllers; // blocks whose last instruction decides whether this one is executed
} FlowBlock;

// An edge to a block that is on the way from the entry to where the edge begins.
typedef struct RetreatingEdge {
    uint32_t from, to;
} RetreatingEdge;

typedef struct Flow {
    const Function *function;
    VECTOR(FlowBlock) blocks; // the first is the entry; empty for a function without body
    VECTOR(RetreatingEdge) retreating;
    uint32_t *block_of; // by instruction
} Flow;

// Finds blocks and edges; `flow` is zeroed.
void flow_build(Flow *flow, const Program *program, uint32_t function);
void flow_free(Flow *flow);

// Fills in post-dominators and controllers. Calls are taken to return; a block that may stay has an edge to the end
// besides those of its last instruction, so what follows a loop that may not end depends on the loop.
void control_dependence_find(Flow *flow);

#endif
