// What the tests of terms share: the operators with their meaning in native arithmetic, and assignments of symbols.
#ifndef RADDLE_TEST_TERM_CHECK_H
#define RADDLE_TEST_TERM_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/map.h"
#include "base/vector.h"
#include "random.h"
#include "term/term.h"

// Operations as the tests know them: those of term.h and the derived ones.
#define UNARY_TABLE(ROW) \
    ROW(not)             \
    ROW(negate)
#define BINARY_TABLE(ROW) \
    ROW(and)              \
    ROW(or)               \
    ROW(xor)              \
    ROW(add)              \
    ROW(sub)              \
    ROW(mul)              \
    ROW(udiv)             \
    ROW(urem)             \
    ROW(sdiv)             \
    ROW(srem)             \
    ROW(shl)              \
    ROW(lshr)             \
    ROW(ashr)             \
    ROW(equal)            \
    ROW(ult)              \
    ROW(ule)              \
    ROW(slt)              \
    ROW(sle)

typedef enum Operation {
#define ROW(id) OPERATION_##id,
    UNARY_TABLE(ROW) BINARY_TABLE(ROW)
#undef ROW
        OPERATION_ite,
    OPERATION_concat,
    OPERATION_extract,
    OPERATION_zero_extend,
    OPERATION_sign_extend,
    OPERATION_COUNT
} Operation;

static const char *const operation_names[OPERATION_COUNT] = {
#define ROW(id) #id,
    UNARY_TABLE(ROW) BINARY_TABLE(ROW)
#undef ROW
        "ite",
    "concat",
    "extract",
    "zero_extend",
    "sign_extend",
};

static const uint32_t tested_widths[] = {1, 2, 3, 7, 8, 16, 31, 32, 33, 63, 64};
enum { TESTED_WIDTH_COUNT = sizeof tested_widths / sizeof *tested_widths };

static inline uint64_t cut(uint64_t value, uint32_t width)
{
    return width == 64 ? value : value % (UINT64_C(1) << width);
}

static inline int64_t as_signed(uint64_t value, uint32_t width)
{
    return (int64_t)(value << (64 - width)) >> (64 - width);
}

static inline bool is_comparison(Operation operation)
{
    return operation >= OPERATION_equal && operation <= OPERATION_sle;
}

static inline Term build_unary(TermTable *terms, Operation operation, Term a)
{
    return operation == OPERATION_not ? term_not(terms, a) : term_negate(terms, a);
}

static inline Term build_binary(TermTable *terms, Operation operation, Term a, Term b)
{
    switch (operation) {
#define ROW(id)          \
    case OPERATION_##id: \
        return term_##id(terms, a, b);
        BINARY_TABLE(ROW)
#undef ROW
    default:
        fail_msg("not a binary operation");
        return NO_TERM;
    }
}

// What the processor and the C standard say, and SMT-LIB where those are silent.
static inline uint64_t native(Operation operation, uint32_t width, uint64_t a, uint64_t b)
{
    int64_t signed_a = as_signed(a, width), signed_b = as_signed(b, width);
    switch (operation) {
    case OPERATION_not:
        return cut(~a, width);
    case OPERATION_negate:
        return cut(-a, width);
    case OPERATION_and:
        return a & b;
    case OPERATION_or:
        return a | b;
    case OPERATION_xor:
        return a ^ b;
    case OPERATION_add:
        return cut(a + b, width);
    case OPERATION_sub:
        return cut(a - b, width);
    case OPERATION_mul:
        return cut(a * b, width);
    case OPERATION_udiv:
        return b == 0 ? cut(UINT64_MAX, width) : a / b;
    case OPERATION_urem:
        return b == 0 ? a : a % b;
    case OPERATION_sdiv:
        if (b == 0)
            return signed_a < 0 ? 1 : cut(UINT64_MAX, width);
        return signed_b == -1 ? cut(-a, width) : cut((uint64_t)(signed_a / signed_b), width);
    case OPERATION_srem:
        if (b == 0)
            return a;
        return signed_b == -1 ? 0 : cut((uint64_t)(signed_a % signed_b), width);
    case OPERATION_shl:
        return b >= width ? 0 : cut(a << b, width);
    case OPERATION_lshr:
        return b >= width ? 0 : a >> b;
    case OPERATION_ashr:
        return cut((uint64_t)(signed_a >> (b >= width ? 63 : b)), width);
    case OPERATION_equal:
        return a == b;
    case OPERATION_ult:
        return a < b;
    case OPERATION_ule:
        return a <= b;
    case OPERATION_slt:
        return signed_a < signed_b;
    case OPERATION_sle:
        return signed_a <= signed_b;
    default:
        fail_msg("not a native operation");
        return 0;
    }
}

// An assignment: values of symbols by id, and how often each was asked for.
typedef struct Assignment {
    Map values;
    Map asked;
} Assignment;

static inline void assign(Assignment *assignment, Term symbol, uint64_t value)
{
    *map_insert(&assignment->values, symbol) = value;
}

static inline uint64_t value_of_symbol(void *context, Term symbol)
{
    Assignment *assignment = context;
    uint64_t *value = map_find(&assignment->values, symbol);
    assert_non_null(value);
    ++*map_insert(&assignment->asked, symbol);
    return *value;
}

static inline void free_assignment(Assignment *assignment)
{
    map_free(&assignment->values);
    map_free(&assignment->asked);
}

// 0, 1, 2, the sign boundary, the greatest values, powers of two and their neighbours, and random numbers.
static inline uint64_t sample_value(uint32_t width, uint32_t index, uint64_t *random)
{
    const uint64_t top = UINT64_C(1) << (width - 1);
    const uint64_t edges[] = {0,     1,          2,         3, top, top - 1, top + 1, UINT64_MAX, UINT64_MAX - 1,
                              width, width - 1u, width + 1u};
    const uint32_t edge_count = sizeof edges / sizeof *edges;
    if (index < edge_count)
        return cut(edges[index], width);
    uint64_t value = random_next(random);
    switch (index % 4) {
    case 0:
        return cut(UINT64_C(1) << value % 64, width);
    case 1:
        return cut((UINT64_C(1) << value % 64) - 1, width);
    default:
        return cut(value, width);
    }
}

enum { SAMPLE_COUNT = 26 };

static inline void check_value(TermTable *terms, Assignment *assignment, Term term, uint64_t expected,
                               const char *operation, uint32_t width, uint64_t a, uint64_t b)
{
    uint64_t value = term_evaluate(terms, term, value_of_symbol, assignment);
    if (value == expected)
        return;
    Text text = {0};
    term_append(terms, term, &text);
    fail_msg("%s at width %u of %#llx and %#llx is %#llx, not %#llx: %s", operation, (unsigned)width,
             (unsigned long long)a, (unsigned long long)b, (unsigned long long)value, (unsigned long long)expected,
             text_string(&text));
}

static inline void check_round_trips(TermTable *terms, Term term)
{
    uint32_t width = term_width(terms, term);
    if (width % 8)
        return;
    Term bytes[8];
    for (uint32_t i = 0; i < width / 8; i++)
        bytes[i] = term_extract(terms, term, i * 8, 8);
    if (term_join_bytes(terms, bytes, width / 8) == term)
        return;
    Text text = {0};
    term_append(terms, term, &text);
    text_append(&text, " becomes ");
    term_append(terms, term_join_bytes(terms, bytes, width / 8), &text);
    fail_msg("%s", text_string(&text));
}

static inline Term replace_symbol(void *context, Term symbol)
{
    uint64_t *replacement = map_find(context, symbol);
    return replacement ? (Term)*replacement : symbol;
}

#endif
