// The solver against z3, which gets the same formulas as an SMT-LIB script. Left out where z3 is not installed.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formula.h"
#include "temporary_file.h"

enum { FORMULAS = 300, WIDEST = 10, STEPS = 14 };

// Which operators the last node of a formula depends on.
static void mark_operators(const Formula *formula, bool used[TERM_KIND_COUNT])
{
    bool needed[FORMULA_NODES] = {false};
    needed[formula->count - 1] = true;
    for (uint32_t i = formula->count; i-- > 0;) {
        const FormulaNode *node = &formula->nodes[i];
        if (!needed[i])
            continue;
        used[node->kind] = true;
        if (node->kind != TERM_constant && node->kind != TERM_symbol)
            for (uint32_t j = 0; j < 3; j++)
                needed[node->operands[j]] = true;
    }
}

static void append_question(const Formula *formula, Text *script)
{
    Term term = formula_term(formula);
    text_append(script, "(reset)\n(set-logic QF_BV)\n");
    terms_append_smt(formula->terms, &term, 1, script);
    text_append(script, "(assert (= ");
    term_append_smt_name(formula->terms, term, script);
    text_append(script, " #b1))\n(check-sat)\n");
}

static void answers_are_those_of_z3(void **state)
{
    (void)state;
    if (system("z3 --version >/dev/null 2>&1") != 0)
        skip();
    uint64_t random = 7;
    Text script = {0};
    SolveResult answers[FORMULAS];
    int satisfied = 0;
    bool used[TERM_KIND_COUNT] = {false};
    for (int i = 0; i < FORMULAS; i++) {
        Fixture fixture = fixture_create();
        Formula formula;
        formula_generate(&formula, fixture.terms, &random, WIDEST, STEPS);
        mark_operators(&formula, used);
        append_question(&formula, &script);
        solver_assert(fixture.solver, formula_term(&formula));
        answers[i] = solver_solve(fixture.solver, NULL, 0);
        satisfied += answers[i] == SOLVE_SATISFIED;
        fixture_free(&fixture);
    }
    assert_in_range(satisfied, FORMULAS / 5, FORMULAS * 4 / 5);
    for (int kind = 0; kind < TERM_KIND_COUNT; kind++)
        assert_true(used[kind]);

    char path[TEST_PATH_SIZE], command[128];
    test_write_file(path, ".smt2", text_string(&script));
    snprintf(command, sizeof command, "z3 -smt2 -T:100 %s", path);
    FILE *output = popen(command, "r");
    assert_non_null(output);
    char line[256];
    int read = 0;
    while (fgets(line, sizeof line, output)) {
        line[strcspn(line, "\n")] = '\0';
        assert_true(read < FORMULAS);
        if (strcmp(line, answers[read] == SOLVE_SATISFIED ? "sat" : "unsat") != 0)
            fail_msg("formula %d: z3 says '%s', see %s", read, line, path);
        read++;
    }
    assert_int_equal(pclose(output), 0);
    assert_int_equal(read, FORMULAS);
    unlink(path);
    text_free(&script);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_z3),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
