// The circuits of the solver: every operator against C's arithmetic, random formulas against trying all values.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>

#include "base/vector.h"
#include "formula.h"
#include "solve/solver.h"

enum { ASSUMPTIONS = 192, RANDOM_PAIRS = 12 };

static const uint32_t widths[] = {1, 7, 8, 16, 32, 64};
enum { WIDTHS = sizeof widths / sizeof widths[0] };

// The literals that say that a term has a value.
static uint32_t assume_value(Fixture *fixture, Term term, uint64_t value, Literal *assumptions, uint32_t count)
{
    for (uint32_t bit = 0; bit < term_width(fixture->terms, term); bit++) {
        Literal literal = solver_bit(fixture->solver, term, bit);
        assumptions[count++] = value >> bit & 1 ? literal : -literal;
    }
    return count;
}

// Under the assumptions the term has this value and no other.
static void check_forced(Fixture *fixture, Term term, uint64_t expected, Literal *assumptions, uint32_t count,
                         const char *what)
{
    assert_true(count < ASSUMPTIONS);
    assert_int_equal(solver_solve(fixture->solver, assumptions, count), SOLVE_SATISFIED);
    uint64_t value = solver_term_value(fixture->solver, term);
    if (value != expected)
        fail_msg("%s: %#llx instead of %#llx", what, (unsigned long long)value, (unsigned long long)expected);
    Term same =
        term_equal(fixture->terms, term, term_constant(fixture->terms, term_width(fixture->terms, term), expected));
    assumptions[count] = -solver_literal(fixture->solver, same);
    if (solver_solve(fixture->solver, assumptions, count + 1) != SOLVE_REFUTED)
        fail_msg("%s: %#llx is not forced", what, (unsigned long long)expected);
}

static uint32_t list_edge_values(uint32_t width, uint64_t *values)
{
    uint64_t mask = native_mask(width);
    uint64_t sign = (mask >> 1) + 1;
    const uint64_t edges[] = {0, 1, mask, sign, sign - 1, width, width - 1, 3, mask - 1};
    uint32_t count = 0;
    for (uint32_t i = 0; i < sizeof edges / sizeof edges[0]; i++) {
        bool known = edges[i] > mask;
        for (uint32_t j = 0; j < count; j++)
            known |= values[j] == edges[i];
        if (!known)
            values[count++] = edges[i];
    }
    return count;
}

// A value of which only the low bits, however many, are random.
static uint64_t random_short(uint64_t *random, uint32_t width)
{
    uint64_t value = random_next(random);
    return value >> random_below(random, width) & native_mask(width);
}

typedef VECTOR(uint64_t) Values; // pairs, one behind the other

static Values list_pairs(uint32_t width, uint64_t *random)
{
    Values pairs = {0};
    uint64_t edges[16];
    uint32_t count = list_edge_values(width, edges);
    for (uint32_t i = 0; i < count * count; i++) {
        vector_push(&pairs, edges[i / count]);
        vector_push(&pairs, edges[i % count]);
    }
    for (int i = 0; i < RANDOM_PAIRS; i++) {
        vector_push(&pairs, random_next(random) & native_mask(width));
        vector_push(&pairs, random_short(random, width));
    }
    return pairs;
}

// The circuit is built over unknown operands; the values come as assumptions, so that the clauses are what decides.
static void check_binary_by_clauses(const BinaryOperator *operation, uint32_t width, uint64_t *random)
{
    Fixture fixture = fixture_create();
    Term x = term_symbol(fixture.terms, width, "x");
    Term y = term_symbol(fixture.terms, width, "y");
    Term result = operation->construct(fixture.terms, x, y);
    solver_bit(fixture.solver, result, 0);
    Values pairs = list_pairs(width, random);
    for (uint32_t i = 0; i < pairs.count; i += 2) {
        uint64_t a = pairs.data[i];
        uint64_t b = pairs.data[i + 1];
        char what[128];
        snprintf(what, sizeof what, "clauses: %s of width %u on %#llx and %#llx", operation->name, width,
                 (unsigned long long)a, (unsigned long long)b);
        Literal assumptions[ASSUMPTIONS];
        uint32_t count = assume_value(&fixture, x, a, assumptions, 0);
        count = assume_value(&fixture, y, b, assumptions, count);
        check_forced(&fixture, result, native_binary(operation->kind, width, a, b), assumptions, count, what);
    }
    vector_free(&pairs);
    fixture_free(&fixture);
}

// The operands are asserted to be known before the circuit is built: the gates fold all of it.
static void check_binary_by_folding(const BinaryOperator *operation, uint32_t width, uint64_t *random)
{
    Values pairs = list_pairs(width, random);
    for (uint32_t i = 0; i < pairs.count; i += 2) {
        uint64_t a = pairs.data[i];
        uint64_t b = pairs.data[i + 1];
        char what[128];
        snprintf(what, sizeof what, "folding: %s of width %u on %#llx and %#llx", operation->name, width,
                 (unsigned long long)a, (unsigned long long)b);
        Fixture fixture = fixture_create();
        Term x = term_symbol(fixture.terms, width, "x");
        Term y = term_symbol(fixture.terms, width, "y");
        solver_assert(fixture.solver, term_equal(fixture.terms, x, term_constant(fixture.terms, width, a)));
        solver_assert(fixture.solver, term_equal(fixture.terms, y, term_constant(fixture.terms, width, b)));
        Term result = operation->construct(fixture.terms, x, y);
        Literal assumptions[ASSUMPTIONS];
        solver_bit(fixture.solver, result, 0);
        check_forced(&fixture, result, native_binary(operation->kind, width, a, b), assumptions, 0, what);
        fixture_free(&fixture);
    }
    vector_free(&pairs);
}

// One operand is a constant of the term, the other one comes as assumptions.
static void check_binary_with_constant(const BinaryOperator *operation, uint32_t width, uint64_t known,
                                       bool constant_first, uint64_t *random)
{
    Fixture fixture = fixture_create();
    Term x = term_symbol(fixture.terms, width, "x");
    Term constant = term_constant(fixture.terms, width, known);
    Term result = constant_first ? operation->construct(fixture.terms, constant, x)
                                 : operation->construct(fixture.terms, x, constant);
    solver_bit(fixture.solver, result, 0);
    for (int i = 0; i < 6; i++) {
        uint64_t value = i % 2 ? random_short(random, width) : random_next(random) & native_mask(width);
        uint64_t a = constant_first ? known : value;
        uint64_t b = constant_first ? value : known;
        char what[128];
        snprintf(what, sizeof what, "constant: %s of width %u on %#llx and %#llx", operation->name, width,
                 (unsigned long long)a, (unsigned long long)b);
        Literal assumptions[ASSUMPTIONS];
        uint32_t count = assume_value(&fixture, x, value, assumptions, 0);
        check_forced(&fixture, result, native_binary(operation->kind, width, a, b), assumptions, count, what);
    }
    fixture_free(&fixture);
}

static bool is_division(TermKind kind)
{
    return kind == TERM_udiv || kind == TERM_urem || kind == TERM_sdiv || kind == TERM_srem;
}

// Division by an unknown searches for the quotient, which takes long with 64 bits: there the divisor is constant.
static void binary_operators_agree_with_c(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (uint32_t i = 0; i < WIDTHS; i++)
        for (uint32_t j = 0; j < BINARY_OPERATORS; j++) {
            const BinaryOperator *operation = &binary_operators[j];
            uint32_t width = widths[i];
            bool hard = width == 64 && is_division(operation->kind);
            if (!hard)
                check_binary_by_clauses(operation, width, &random);
            check_binary_by_folding(operation, width, &random);
            uint64_t constants[24];
            uint32_t constant_count = list_edge_values(width, constants);
            for (int k = 0; k < 3; k++)
                constants[constant_count++] = random_short(&random, width);
            for (uint32_t k = 0; k < constant_count; k++) {
                check_binary_with_constant(operation, width, constants[k], false, &random);
                if (!hard)
                    check_binary_with_constant(operation, width, constants[k], true, &random);
            }
        }
}

static void check_unary(Fixture *fixture, Term x, uint64_t value, Term result, uint64_t expected, const char *name)
{
    char what[128];
    snprintf(what, sizeof what, "%s of width %u on %#llx", name, term_width(fixture->terms, x),
             (unsigned long long)value);
    Literal assumptions[ASSUMPTIONS];
    uint32_t count = assume_value(fixture, x, value, assumptions, 0);
    check_forced(fixture, result, expected, assumptions, count, what);
}

static void unary_operators_agree_with_c(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (uint32_t i = 0; i < WIDTHS; i++) {
        uint32_t width = widths[i];
        Fixture fixture = fixture_create();
        TermTable *terms = fixture.terms;
        Term x = term_symbol(terms, width, "x");
        uint32_t low = width / 3;
        uint32_t part = (width - low + 1) / 2;
        uint64_t values[20];
        uint32_t count = list_edge_values(width, values);
        while (count < 20)
            values[count++] = random_next(&random) & native_mask(width);
        for (uint32_t j = 0; j < count; j++) {
            uint64_t value = values[j];
            uint64_t mask = native_mask(width);
            check_unary(&fixture, x, value, term_not(terms, x), ~value & mask, "not");
            check_unary(&fixture, x, value, term_negate(terms, x), -value & mask, "negate");
            check_unary(&fixture, x, value, term_extract(terms, x, low, part), value >> low & native_mask(part),
                        "extract");
            check_unary(&fixture, x, value, term_zero_extend(terms, x, 64), value, "zero_extend");
            check_unary(&fixture, x, value, term_sign_extend(terms, x, 64), (uint64_t)native_signed(value, width),
                        "sign_extend");
        }
        fixture_free(&fixture);
    }
}

static void subtraction_and_its_like_agree_with_c(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (uint32_t i = 0; i < WIDTHS; i++) {
        uint32_t width = widths[i];
        Fixture fixture = fixture_create();
        TermTable *terms = fixture.terms;
        Term x = term_symbol(terms, width, "x");
        Term y = term_symbol(terms, width, "y");
        Term condition = term_symbol(terms, 1, "condition");
        Term both = term_add(terms, term_negate(terms, x), term_negate(terms, y));
        uint32_t low_width = width < 32 ? width : 32;
        Term joined = term_concat(terms, term_extract(terms, x, 0, low_width), term_extract(terms, y, 0, low_width));
        Values pairs = list_pairs(width, &random);
        for (uint32_t j = 0; j < pairs.count; j += 2) {
            uint64_t a = pairs.data[j];
            uint64_t b = pairs.data[j + 1];
            bool c = random_below(&random, 2);
            uint64_t mask = native_mask(width);
            Literal assumptions[ASSUMPTIONS];
            uint32_t count = assume_value(&fixture, x, a, assumptions, 0);
            count = assume_value(&fixture, y, b, assumptions, count);
            count = assume_value(&fixture, condition, c, assumptions, count);
            check_forced(&fixture, term_sub(terms, x, y), (a - b) & mask, assumptions, count, "x - y");
            check_forced(&fixture, term_sub(terms, y, x), (b - a) & mask, assumptions, count, "y - x");
            check_forced(&fixture, both, (-a - b) & mask, assumptions, count, "-x + -y");
            check_forced(&fixture, term_ule(terms, x, y), a <= b, assumptions, count, "ule");
            check_forced(&fixture, term_sle(terms, x, y), native_signed(a, width) <= native_signed(b, width),
                         assumptions, count, "sle");
            check_forced(&fixture, term_ite(terms, condition, x, y), c ? a : b, assumptions, count, "ite");
            check_forced(&fixture, joined, (a & native_mask(low_width)) << low_width | (b & native_mask(low_width)),
                         assumptions, count, "concat");
        }
        vector_free(&pairs);
        fixture_free(&fixture);
    }
}

// Whether some values of the symbols make the formula come out as `wanted`.
static bool some_values_give(const Formula *formula, bool wanted)
{
    const uint32_t *bits = formula->symbol_widths;
    uint32_t total = bits[0] + bits[1] + bits[2];
    for (uint64_t all = 0; all < (uint64_t)1 << total; all++) {
        uint64_t values[FORMULA_SYMBOLS] = {all & native_mask(bits[0]), all >> bits[0] & native_mask(bits[1]),
                                            all >> (bits[0] + bits[1]) & native_mask(bits[2])};
        if (formula_holds(formula, values) == wanted)
            return true;
    }
    return false;
}

static void check_answer(Fixture *fixture, const Formula *formula, bool wanted, SolveResult answer)
{
    assert_int_equal(answer, some_values_give(formula, wanted) ? SOLVE_SATISFIED : SOLVE_REFUTED);
    if (answer != SOLVE_SATISFIED)
        return;
    uint64_t values[FORMULA_SYMBOLS];
    for (uint32_t i = 0; i < FORMULA_SYMBOLS; i++)
        values[i] = solver_term_value(fixture->solver, formula->symbols[i]);
    assert_int_equal(formula_holds(formula, values), wanted);
    assert_int_equal(solver_term_value(fixture->solver, formula_term(formula)), wanted);
}

// Asked in four ways: the literal assumed, its negation assumed, asserted under a condition, asserted outright.
static void random_formulas_agree_with_trying_all_values(void **state)
{
    (void)state;
    uint64_t random = 4;
    int satisfied = 0;
    int refuted = 0;
    for (int round = 0; round < 1500; round++) {
        Fixture fixture = fixture_create();
        Formula formula;
        uint32_t widest = 1 + random_below(&random, 4);
        formula_generate(&formula, fixture.terms, &random, widest, 2 + random_below(&random, 10));
        Term term = formula_term(&formula);
        Literal condition = solver_new_literal(fixture.solver);
        bool negated = round % 2;
        if (round % 3 == 0) {
            Literal literal = solver_literal(fixture.solver, term);
            check_answer(&fixture, &formula, true, solver_solve(fixture.solver, &literal, 1));
            literal = -literal;
            check_answer(&fixture, &formula, false, solver_solve(fixture.solver, &literal, 1));
        }
        Term claim = negated ? term_not(fixture.terms, term) : term;
        solver_assert_under(fixture.solver, condition, claim);
        SolveResult answer = solver_solve(fixture.solver, &condition, 1);
        check_answer(&fixture, &formula, !negated, answer);
        if (answer == SOLVE_REFUTED)
            assert_true(solver_failed(fixture.solver, condition));
        condition = -condition;
        assert_int_equal(solver_solve(fixture.solver, &condition, 1), SOLVE_SATISFIED);
        solver_assert(fixture.solver, claim);
        answer = solver_solve(fixture.solver, NULL, 0);
        check_answer(&fixture, &formula, !negated, answer);
        *(answer == SOLVE_SATISFIED ? &satisfied : &refuted) += 1;
        fixture_free(&fixture);
    }
    assert_true(satisfied > 200);
    assert_true(refuted > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binary_operators_agree_with_c),
        cmocka_unit_test(unary_operators_agree_with_c),
        cmocka_unit_test(subtraction_and_its_like_agree_with_c),
        cmocka_unit_test(random_formulas_agree_with_trying_all_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
