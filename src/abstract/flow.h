// The blocks of a function as the interpretation goes through them: which are in loops, and loops of a few rounds that
// create or join threads, whose rounds are told apart.
#ifndef RADDLE_ABSTRACT_FLOW_H
#define RADDLE_ABSTRACT_FLOW_H

#include "ir/program.h"

enum { ROUNDS = 17 }; // told apart; the last one stands for all from there on

typedef struct BlockFlow {
    uint32_t start, end; // instructions; one past the last
    bool in_loop;        // a way leads from it to itself, without a new round of the loop whose rounds are told apart
    bool is_header;      // a back edge leads to it
    uint32_t told;       // loop of the function, plus 1, that it is in and whose rounds are told apart; 0: none
    bool is_told_header;
    bool is_short; // it only computes a few registers: ways that meet in it are kept apart until its end
} BlockFlow;

typedef struct FunctionFlow {
    BlockFlow *blocks; // NULL: not known yet
    uint32_t block_count;
    uint32_t *block_of; // by instruction
    bool tells_rounds;
} FunctionFlow;

// `handles_threads`, by function: whether a call of it may create or join threads.
void function_flow_compute(const Program *program, uint32_t function, const bool *handles_threads, FunctionFlow *out);
void function_flow_free(FunctionFlow *flow);
// The functions that may create or join threads, themselves or by those that they call by name: an array of the
// program's functions, which the caller frees.
bool *function_flow_find_thread_handlers(const Program *program);

#endif
