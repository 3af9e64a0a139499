// What is known of a program before it runs.
#ifndef RADDLE_ANALYSIS_FACTS_H
#define RADDLE_ANALYSIS_FACTS_H

#include "base/vector.h"
#include "ir/program.h"

typedef enum GlobalUse {
    GLOBAL_SHARED,    // several threads may reach it, or nothing is known
    GLOBAL_MAIN_ONLY, // only code that the main thread alone can run uses it, and its address goes nowhere
    GLOBAL_READ_ONLY, // its address goes nowhere and nothing writes to it
} GlobalUse;

// What is known of the instruction loop_back of a loop.
typedef struct BackEdge {
    uint32_t instruction;
    uint32_t header;         // the instruction that it leads to
    VECTOR(uint32_t) live;   // registers that may be read after it before they are written
    VECTOR(uint32_t) around; // the loop_backs of this loop and of those that it is in
} BackEdge;

// An update of memory with which a loop is entered, or gone round again (retries.c). If two updates of a loop are alike in
// `how`, and their registers hold the same, it makes no difference which of them is done.
typedef struct Retry {
    uint32_t instruction; // exchange
    uint32_t edge;        // a loop_back of the loop
    uint64_t how;         // the operation, and how each register is computed on the way to the header
    // What the thread goes on with at the header, in one order for all updates of a loop; then the update's own.
    VECTOR(uint32_t) registers; // RETRY_RESULT: the update's result
} Retry;

#define RETRY_RESULT UINT32_MAX

typedef struct LoopFacts {
    VECTOR(BackEdge) edges;
    VECTOR(Retry) retries;
    // Bit sets over registers, one per instruction: what may be read there or later before it is written. NULL: not
    // known.
    uint64_t *live;
    uint32_t live_words; // of one set
    uint64_t *counters;  // bit set over registers, see facts_is_counter; NULL: there is no loop
} LoopFacts;

typedef struct Facts {
    GlobalUse *global_uses; // one per global of the program
    LoopFacts *loops;       // one per function of the program
    uint32_t function_count;
} Facts;

Facts *facts_compute(const Program *program);
void facts_free(Facts *facts);
// What is known of a loop_back; NULL: nothing.
const BackEdge *facts_back_edge(const Facts *facts, uint32_t function, uint32_t instruction);
// The update of a loop that the instruction is; NULL: it is none.
const Retry *facts_retry(const Facts *facts, uint32_t function, uint32_t instruction);
// Whether the loop of one loop_back is that of another one, or inside it. True if nothing is known.
bool facts_is_inside(const Facts *facts, uint32_t function, uint32_t instruction, uint32_t other);
bool facts_has_loop(const Facts *facts, uint32_t function);

// Whether a register matters to a thread that stands before the instruction, or whose call it is.
bool facts_is_live(const Facts *facts, uint32_t function, uint32_t instruction, uint32_t index);

// Whether a register of a function with loops holds only what is computed from constants there.
bool facts_is_counter(const Facts *facts, uint32_t function, uint32_t index);

// counters.c
void facts_find_counters(const Function *function, LoopFacts *out);
// liveness.c: fills a zeroed `out`.
void facts_find_live_registers(const Program *program, const Function *function, LoopFacts *out);
// retries.c: after those.
void facts_find_retries(const Function *function, LoopFacts *out);

#endif
