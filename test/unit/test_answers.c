// Answers that are remembered: the same as a fresh solver's, for random questions that overlap, and what is not asked
// again.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/vector.h"
#include "formula.h"
#include "solve/answers.h"

enum { POOL = 12 };

static Term below(TermTable *terms, Term term, uint64_t value)
{
    return term_ult(terms, term, term_constant(terms, term_width(terms, term), value));
}

static void what_was_asked_is_not_asked_again(void **state)
{
    (void)state;
    TermTable *terms = terms_create();
    Answers *answers = answers_create(terms, NULL);
    Term x = term_symbol(terms, 8, "x"), y = term_symbol(terms, 8, "y");
    Term small = below(terms, x, 5), other = below(terms, y, 7), large = term_not(terms, below(terms, x, 9));
    Term three = term_equal(terms, x, term_constant(terms, 8, 3));

    assert_int_equal(answers_ask(answers, (Term[]){small, other}, 2, three), SOLVE_SATISFIED);
    assert_int_equal(answers_statistics(answers).calls, 1);
    assert_int_equal(answers_ask(answers, (Term[]){other, three, other}, 3, small), SOLVE_SATISFIED); // the same set
    assert_int_equal(answers_statistics(answers).calls, 1);
    assert_int_equal(answers_symbol_value(answers, x, 77), 3);

    assert_int_equal(answers_ask(answers, (Term[]){other, small}, 2, large), SOLVE_REFUTED);
    assert_int_equal(answers_statistics(answers).calls, 2);
    assert_int_equal(answers_ask(answers, (Term[]){small, three}, 2, large), SOLVE_REFUTED); // contains the core
    assert_int_equal(answers_statistics(answers).calls, 2);
    assert_int_equal(answers_ask(answers, (Term[]){other}, 1, large), SOLVE_SATISFIED); // does not
    assert_int_equal(answers_statistics(answers).calls, 3);
    answers_free(answers);
    terms_free(terms);
}

static void what_a_question_does_not_mention_stays(void **state)
{
    (void)state;
    TermTable *terms = terms_create();
    Answers *answers = answers_create(terms, NULL);
    Term x = term_symbol(terms, 8, "x"), y = term_symbol(terms, 8, "y"), z = term_symbol(terms, 8, "z");
    assert_int_equal(answers_ask(answers, NULL, 0, below(terms, y, 1)), SOLVE_SATISFIED);
    Term low = term_equal(terms, term_extract(terms, x, 0, 4), term_constant(terms, 4, 9));
    for (int round = 0; round < 2; round++) {
        assert_int_equal(answers_ask(answers, NULL, 0, low), SOLVE_SATISFIED);
        assert_int_equal(answers_symbol_value(answers, x, 0x50) & 0xf, 9);
        assert_int_equal(answers_symbol_value(answers, y, 0x51), 0x51);
        assert_int_equal(answers_symbol_value(answers, z, 0x52), 0x52);
        assert_true(answers_term_value(answers, low));
    }
    assert_int_equal(answers_statistics(answers).calls, 2);
    answers_free(answers);
    terms_free(terms);
}

static SolveResult ask_afresh(TermTable *terms, const Term *held, uint32_t count, Term condition)
{
    Solver *solver = solver_create(terms, NULL);
    for (uint32_t i = 0; i < count; i++)
        solver_assert(solver, held[i]);
    solver_assert(solver, condition);
    SolveResult result = solver_solve(solver, NULL, 0);
    solver_free(solver);
    return result;
}

static void answers_are_those_of_a_fresh_solver(void **state)
{
    (void)state;
    uint64_t random = 11;
    uint32_t satisfied = 0, refuted = 0;
    uint64_t calls = 0;
    for (int round = 0; round < 12; round++) {
        TermTable *terms = terms_create();
        Answers *answers = answers_create(terms, NULL);
        Formula formula; // the questions are about its parts, which share symbols
        formula_generate(&formula, terms, &random, 4, 20);
        Term pool[POOL];
        for (uint32_t i = 0; i < POOL; i++) {
            const FormulaNode *node = &formula.nodes[random_below(&random, formula.count)];
            uint64_t value = random_below(&random, 1u << node->width);
            pool[i] = term_equal(terms, node->term, term_constant(terms, node->width, value));
        }
        for (int question = 0; question < 120; question++) {
            Term held[4];
            uint32_t count = random_below(&random, 5);
            for (uint32_t i = 0; i < count; i++)
                held[i] = pool[random_below(&random, POOL)];
            Term condition = pool[random_below(&random, POOL)];
            SolveResult result = answers_ask(answers, held, count, condition);
            assert_int_equal(result, ask_afresh(terms, held, count, condition));
            satisfied += result == SOLVE_SATISFIED;
            refuted += result == SOLVE_REFUTED;
            if (result != SOLVE_SATISFIED)
                continue;
            assert_true(answers_term_value(answers, condition));
            for (uint32_t i = 0; i < count; i++)
                assert_true(answers_term_value(answers, held[i]));
        }
        calls += answers_statistics(answers).calls;
        answers_free(answers);
        terms_free(terms);
    }
    assert_true(satisfied > 100 && refuted > 100);
    assert_true(calls < satisfied + refuted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_asked_is_not_asked_again),
        cmocka_unit_test(what_a_question_does_not_mention_stays),
        cmocka_unit_test(answers_are_those_of_a_fresh_solver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
