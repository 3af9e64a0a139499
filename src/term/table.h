// What the files of this folder share: how terms are stored, and the meaning of operators on numbers.
//
// A node is 20 bytes in one growing array; operands have smaller ids than the node, so ids are a topological order. An
// open-addressing table of ids finds the node of a given content. Pointers to nodes are valid only until the next
// construction.
#ifndef RADDLE_TERM_TABLE_H
#define RADDLE_TERM_TABLE_H

#include "base/arena.h"
#include "base/fail.h"
#include "base/vector.h"
#include "term/term.h"

enum { TERM_WIDTH_LIMIT = 64 };

typedef struct TermNode {
    uint8_t kind;
    uint8_t width;
    uint8_t low;      // of an extract
    uint32_t mark;    // the last mark it was seen under
    Term operands[3]; // a constant keeps its value in the first two, a symbol the index of its name in the first
} TermNode;

// One value per term for the duration of a walk. `stamps` tells which values belong to the present walk.
typedef struct TermScratch {
    uint64_t *values;
    uint32_t *stamps;
    uint32_t capacity;
    uint32_t generation;
    bool busy;
} TermScratch;

struct TermTable {
    VECTOR(TermNode) nodes; // the first one is unused
    Term *slots;            // 0: empty
    uint32_t slot_count;    // a power of two
    VECTOR(const char *) names;
    Arena arena;
    VECTOR(Term) stack; // of the walks; each one leaves it as it found it
    TermScratch scratch;
    uint32_t newest_mark;
    uint32_t newest_mark_used;
};

// The term of this content, made if there is none. Nothing is simplified.
Term table_intern(TermTable *terms, TermKind kind, uint32_t width, uint32_t low, Term a, Term b, Term c);

// A scratch with room for ids up to `last`, with no value set. Walks may be nested: an inner one gets its own.
TermScratch *table_take_scratch(TermTable *terms, Term last);
void table_return_scratch(TermTable *terms, TermScratch *scratch);

static inline const TermNode *table_node(const TermTable *terms, Term term)
{
    CHECK(term != NO_TERM && term < terms->nodes.count);
    return &terms->nodes.data[term];
}

static inline TermKind table_kind(const TermTable *terms, Term term)
{
    return (TermKind)table_node(terms, term)->kind;
}

static inline uint32_t table_width(const TermTable *terms, Term term)
{
    return table_node(terms, term)->width;
}

static inline Term table_operand(const TermTable *terms, Term term, uint32_t index)
{
    return table_node(terms, term)->operands[index];
}

static inline uint64_t table_node_value(const TermNode *node)
{
    return (uint64_t)node->operands[1] << 32 | node->operands[0];
}

static inline uint64_t table_value(const TermTable *terms, Term term)
{
    return table_node_value(table_node(terms, term));
}

static inline bool table_is_constant(const TermTable *terms, Term term)
{
    return table_kind(terms, term) == TERM_constant;
}

static inline bool table_is_value(const TermTable *terms, Term term, uint64_t value)
{
    return table_is_constant(terms, term) && table_value(terms, term) == value;
}

// Puts the operands of a commutative operation into their order: by id, a constant last.
static inline void table_sort_operands(const TermTable *terms, Term *a, Term *b)
{
    bool constant_a = table_is_constant(terms, *a), constant_b = table_is_constant(terms, *b);
    if (constant_a != constant_b ? constant_a : *a > *b) {
        Term first = *a;
        *a = *b;
        *b = first;
    }
}

static inline uint64_t value_mask(uint32_t width)
{
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static inline uint64_t value_sign_bit(uint32_t width)
{
    return UINT64_C(1) << (width - 1);
}

// The value of `width` bits sign-extended to 64.
static inline uint64_t value_sign_extend(uint64_t value, uint32_t width)
{
    uint64_t sign = value_sign_bit(width);
    return (value ^ sign) - sign;
}

static inline int64_t value_signed(uint64_t value, uint32_t width)
{
    return (int64_t)value_sign_extend(value, width);
}

// In the order in which they were made.
void table_sort(Term *terms, uint32_t count);

// An operation on numbers. `width` is that of the result, `operand_width` that of the last operand.
uint64_t value_apply(TermKind kind, uint32_t width, uint32_t operand_width, uint32_t low, const uint64_t *operands);

// The constant that an operation on constants gives.
Term table_fold(TermTable *terms, TermKind kind, uint32_t width, Term a, Term b);

#endif
