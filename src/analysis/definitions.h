// Which writes of a register a read may see.
#ifndef RADDLE_ANALYSIS_DEFINITIONS_H
#define RADDLE_ANALYSIS_DEFINITIONS_H

#include "analysis/control_dependence.h"
#include "base/map.h"
#include "base/none.h"
#include "ir/operands.h"

enum { NO_INSTRUCTION = NONE };

// One register that one instruction writes, or a parameter.
typedef struct Definition {
    uint32_t instruction; // NO_INSTRUCTION: the value that the caller passes
    uint32_t target;      // the register
} Definition;

typedef struct Definitions {
    VECTOR(Definition) all; // parameters first, then in the order of the code
    uint32_t *first;        // by instruction: the first it makes
    uint32_t *by_register;  // ids, sorted by register; those of register r begin at register_first[r]
    uint32_t *register_first;
    uint32_t *single; // the ids in order, to point into
    Map known;        // by instruction << 32 | register: id + 1 of the only definition that reaches the read
} Definitions;

typedef struct DefinitionList {
    const uint32_t *ids;
    uint32_t count;
} DefinitionList;

// Fills a zeroed `definitions`.
void definitions_find(Definitions *definitions, const Flow *flow);
void definitions_free(Definitions *definitions);
// The definitions that a read of the register by the instruction may see. None: it is 0.
DefinitionList definitions_reaching(const Definitions *definitions, uint32_t instruction, uint32_t target);
// The only definition that the instruction may see, or NULL.
const Definition *definitions_only(const Definitions *definitions, uint32_t instruction, uint32_t target);

#endif
