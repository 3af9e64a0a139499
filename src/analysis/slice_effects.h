// What instructions do beside computing registers: the memory they read and write, and how they may end their thread.
#ifndef RADDLE_ANALYSIS_SLICE_EFFECTS_H
#define RADDLE_ANALYSIS_SLICE_EFFECTS_H

#include "analysis/code_graph.h"
#include "base/none.h"
#include "base/property.h"

typedef struct MemoryEffect {
    Location place;
    uint64_t size; // in bytes; 0: unknown
    bool reads, writes;
    bool decides; // what is read there decides whether the instruction ends its thread
} MemoryEffect;

typedef VECTOR(MemoryEffect) EffectList;

// Lists what an instruction reads and writes. Not listed: the arguments for `...`, and what printing functions find there.
void effects_list_memory(const CodeGraph *graph, uint32_t function, uint32_t instruction, EffectList *out);

// How an instruction may keep its thread from going on.
typedef struct Danger {
    PropertyMask violates; // properties it may violate
    bool stops;            // it may block or end its thread or the process, or another thread may do so by it
    bool refuses;          // it may not be modelled at all
    bool ends;             // it is there to end its thread or the process
} Danger;

// Loops and recursion not considered.
Danger effects_find_danger(const CodeGraph *graph, uint32_t function, uint32_t instruction);

// Whether a load or store is of a thread-local variable of a library model, which no other thread gets to see.
bool effects_is_own_access(const CodeGraph *graph, uint32_t function, uint32_t instruction);

// Whether the argument of the number, among those for `...`, is that of a "%s", if the call prints.
bool effects_call_prints_string(const CodeGraph *graph, uint32_t function, uint32_t instruction, uint32_t number);

// Whether the argument of an intrinsic is needed to know that the call is done, not only for its result.
bool effects_argument_decides(Intrinsic intrinsic, uint32_t index);
// The number of the argument that is the va_list of a printing intrinsic, or NONE if it is none.
uint32_t effects_list_argument(Intrinsic intrinsic);
// Whether the arguments for `...` of a call of a library model are only printed as numbers, by a format that is
// known.
bool effects_call_prints_numbers(const CodeGraph *graph, uint32_t function, uint32_t instruction, uint32_t callee);

#endif
