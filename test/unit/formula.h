// Formulas under test: what the operators mean in C's own arithmetic, and random formulas that are built as terms and
// as a tree of the test's own at the same time, so that simplification and solving are checked against something that
// knows neither. Include cmocka.h first.
#ifndef RADDLE_TEST_FORMULA_H
#define RADDLE_TEST_FORMULA_H

#include <stdbool.h>
#include <stdint.h>

#include "random.h"
#include "solve/solver.h"
#include "term/term.h"

enum { FORMULA_NODES = 64, FORMULA_SYMBOLS = 3 };

typedef struct Fixture {
    TermTable *terms;
    Solver *solver;
} Fixture;

static inline Fixture fixture_create_limited(Limits *limits)
{
    TermTable *terms = terms_create();
    return (Fixture){.terms = terms, .solver = solver_create(terms, limits)};
}

static inline Fixture fixture_create(void)
{
    return fixture_create_limited(NULL);
}

static inline void fixture_free(Fixture *fixture)
{
    solver_free(fixture->solver);
    terms_free(fixture->terms);
}

static inline uint64_t native_mask(uint32_t width)
{
    return UINT64_MAX >> (64 - width);
}

static inline int64_t native_signed(uint64_t value, uint32_t width)
{
    return (int64_t)(value << (64 - width)) >> (64 - width);
}

static inline uint64_t native_divide_signed(int64_t a, int64_t b)
{
    if (b == 0)
        return a < 0 ? 1 : UINT64_MAX;
    return b == -1 ? -(uint64_t)a : (uint64_t)(a / b);
}

static inline uint64_t native_remainder_signed(int64_t a, int64_t b)
{
    return b == 0 ? (uint64_t)a : b == -1 ? 0 : (uint64_t)(a % b);
}

// An operation with two operands of one width. The values have no bits above it.
static inline uint64_t native_binary(TermKind kind, uint32_t width, uint64_t a, uint64_t b)
{
    int64_t a_signed = native_signed(a, width);
    int64_t b_signed = native_signed(b, width);
    uint64_t mask = native_mask(width);
    switch (kind) {
    case TERM_and:
        return a & b;
    case TERM_or:
        return a | b;
    case TERM_xor:
        return a ^ b;
    case TERM_add:
        return (a + b) & mask;
    case TERM_mul:
        return (a * b) & mask;
    case TERM_udiv:
        return b ? a / b : mask;
    case TERM_urem:
        return b ? a % b : a;
    case TERM_sdiv:
        return native_divide_signed(a_signed, b_signed) & mask;
    case TERM_srem:
        return native_remainder_signed(a_signed, b_signed) & mask;
    case TERM_shl:
        return b < width ? a << b & mask : 0;
    case TERM_lshr:
        return b < width ? a >> b : 0;
    case TERM_ashr:
        return (uint64_t)(a_signed >> (b < width ? b : width - 1)) & mask;
    case TERM_equal:
        return a == b;
    case TERM_ult:
        return a < b;
    case TERM_slt:
        return a_signed < b_signed;
    default:
        fail_msg("%d is not an operation with two operands of one width", (int)kind);
        return 0;
    }
}

typedef Term BinaryConstructor(TermTable *terms, Term a, Term b);

typedef struct BinaryOperator {
    TermKind kind;
    BinaryConstructor *construct;
    const char *name;
    bool compares; // the result has width 1
} BinaryOperator;

static const BinaryOperator binary_operators[] = {
    {TERM_and, term_and, "and", false},      {TERM_or, term_or, "or", false},
    {TERM_xor, term_xor, "xor", false},      {TERM_add, term_add, "add", false},
    {TERM_mul, term_mul, "mul", false},      {TERM_udiv, term_udiv, "udiv", false},
    {TERM_urem, term_urem, "urem", false},   {TERM_sdiv, term_sdiv, "sdiv", false},
    {TERM_srem, term_srem, "srem", false},   {TERM_shl, term_shl, "shl", false},
    {TERM_lshr, term_lshr, "lshr", false},   {TERM_ashr, term_ashr, "ashr", false},
    {TERM_equal, term_equal, "equal", true}, {TERM_ult, term_ult, "ult", true},
    {TERM_slt, term_slt, "slt", true},
};
enum { BINARY_OPERATORS = sizeof binary_operators / sizeof binary_operators[0] };

// A node of the test's own tree. Operands have smaller indices.
typedef struct FormulaNode {
    TermKind kind;
    uint32_t width;
    uint32_t operands[3];
    uint64_t number; // of a constant its value, of a symbol its index, of an extract its lowest bit
    Term term;
} FormulaNode;

typedef struct Formula {
    TermTable *terms;
    FormulaNode nodes[FORMULA_NODES];
    uint32_t count;
    Term symbols[FORMULA_SYMBOLS];
    uint32_t symbol_widths[FORMULA_SYMBOLS];
} Formula;

static inline uint32_t formula_push(Formula *formula, FormulaNode node)
{
    assert_true(formula->count < FORMULA_NODES);
    assert_int_equal(term_width(formula->terms, node.term), node.width);
    formula->nodes[formula->count] = node;
    return formula->count++;
}

// An earlier node as one of this width: itself, cut, or extended by zeros or its sign.
static inline uint32_t formula_fit(Formula *formula, uint64_t *random, uint32_t index, uint32_t width)
{
    FormulaNode node = formula->nodes[index];
    FormulaNode fitted = {.width = width, .operands = {index}};
    if (node.width == width)
        return index;
    if (node.width > width) {
        fitted.kind = TERM_extract;
        fitted.number = random_below(random, node.width - width + 1);
        fitted.term = term_extract(formula->terms, node.term, (uint32_t)fitted.number, width);
    } else if (random_below(random, 2)) {
        fitted.kind = TERM_zero_extend;
        fitted.term = term_zero_extend(formula->terms, node.term, width);
    } else {
        fitted.kind = TERM_sign_extend;
        fitted.term = term_sign_extend(formula->terms, node.term, width);
    }
    return formula_push(formula, fitted);
}

static inline uint32_t formula_pick(Formula *formula, uint64_t *random, uint32_t width)
{
    return formula_fit(formula, random, random_below(random, formula->count), width);
}

static inline void formula_push_ite(Formula *formula, uint64_t *random, uint32_t width)
{
    FormulaNode node = {.kind = TERM_ite, .width = width};
    node.operands[0] = formula_pick(formula, random, 1);
    node.operands[1] = formula_pick(formula, random, width);
    node.operands[2] = formula_pick(formula, random, width);
    node.term = term_ite(formula->terms, formula->nodes[node.operands[0]].term, formula->nodes[node.operands[1]].term,
                         formula->nodes[node.operands[2]].term);
    formula_push(formula, node);
}

static inline void formula_push_unary(Formula *formula, uint64_t *random, uint32_t width)
{
    FormulaNode node = {.width = width, .operands = {formula_pick(formula, random, width)}};
    Term operand = formula->nodes[node.operands[0]].term;
    node.kind = random_below(random, 2) ? TERM_not : TERM_negate;
    node.term = node.kind == TERM_not ? term_not(formula->terms, operand) : term_negate(formula->terms, operand);
    formula_push(formula, node);
}

static inline void formula_push_concat(Formula *formula, uint64_t *random, uint32_t widest)
{
    uint32_t high = 1 + random_below(random, widest);
    uint32_t low = 1 + random_below(random, widest);
    FormulaNode node = {.kind = TERM_concat, .width = high + low};
    node.operands[0] = formula_pick(formula, random, high);
    node.operands[1] = formula_pick(formula, random, low);
    node.term =
        term_concat(formula->terms, formula->nodes[node.operands[0]].term, formula->nodes[node.operands[1]].term);
    formula_push(formula, node);
}

static inline void formula_push_binary(Formula *formula, uint64_t *random, uint32_t width)
{
    const BinaryOperator *operation = &binary_operators[random_below(random, BINARY_OPERATORS)];
    FormulaNode node = {.kind = operation->kind, .width = operation->compares ? 1 : width};
    node.operands[0] = formula_pick(formula, random, width);
    node.operands[1] = formula_pick(formula, random, width);
    node.term = operation->construct(formula->terms, formula->nodes[node.operands[0]].term,
                                     formula->nodes[node.operands[1]].term);
    formula_push(formula, node);
}

// Symbols of widths 1 to `widest`, two constants, then `steps` operations on what is there. The last node has width 1.
static inline void formula_generate(Formula *formula, TermTable *terms, uint64_t *random, uint32_t widest,
                                    uint32_t steps)
{
    *formula = (Formula){.terms = terms};
    for (uint32_t i = 0; i < FORMULA_SYMBOLS; i++) {
        uint32_t width = 1 + random_below(random, widest);
        formula->symbols[i] = term_symbol(terms, width, NULL);
        formula->symbol_widths[i] = width;
        formula_push(formula,
                     (FormulaNode){.kind = TERM_symbol, .width = width, .number = i, .term = formula->symbols[i]});
    }
    for (int i = 0; i < 2; i++) {
        uint32_t width = 1 + random_below(random, widest);
        uint64_t value = random_next(random) & native_mask(width);
        Term term = term_constant(terms, width, value);
        formula_push(formula, (FormulaNode){.kind = TERM_constant, .width = width, .number = value, .term = term});
    }
    for (uint32_t i = 0; i < steps; i++) {
        uint32_t width = 1 + random_below(random, widest);
        switch (random_below(random, 8)) {
        case 0:
            formula_push_ite(formula, random, width);
            break;
        case 1:
            formula_push_unary(formula, random, width);
            break;
        case 2:
            formula_push_concat(formula, random, widest);
            break;
        default:
            formula_push_binary(formula, random, width);
            break;
        }
    }
    formula_fit(formula, random, formula->count - 1, 1);
}

static inline uint64_t formula_node_value(const FormulaNode *nodes, const FormulaNode *node, const uint64_t *values)
{
    uint64_t a = values[node->operands[0]];
    uint64_t b = values[node->operands[1]];
    uint32_t a_width = nodes[node->operands[0]].width;
    switch (node->kind) {
    case TERM_constant:
        return node->number;
    case TERM_not:
        return ~a & native_mask(node->width);
    case TERM_negate:
        return -a & native_mask(node->width);
    case TERM_ite:
        return a ? b : values[node->operands[2]];
    case TERM_concat:
        return a << nodes[node->operands[1]].width | b;
    case TERM_extract:
        return a >> node->number & native_mask(node->width);
    case TERM_zero_extend:
        return a;
    case TERM_sign_extend:
        return (uint64_t)native_signed(a, a_width) & native_mask(node->width);
    default:
        return native_binary(node->kind, a_width, a, b);
    }
}

// The value of the last node under these values of the symbols, in C's arithmetic.
static inline bool formula_holds(const Formula *formula, const uint64_t symbols[FORMULA_SYMBOLS])
{
    uint64_t values[FORMULA_NODES];
    for (uint32_t i = 0; i < formula->count; i++) {
        const FormulaNode *node = &formula->nodes[i];
        values[i] =
            node->kind == TERM_symbol ? symbols[node->number] : formula_node_value(formula->nodes, node, values);
    }
    return values[formula->count - 1] != 0;
}

static inline Term formula_term(const Formula *formula)
{
    return formula->nodes[formula->count - 1].term;
}

#endif
