// The solver as its users see it: cores, incremental use, what stays readable, sharing, limits, DIMACS, terms that
// are deep or shared too much for anything recursive.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/statistics.h"
#include "base/vector.h"
#include "formula.h"

enum { FREE_VARIABLES = 12 };

static Term equals(Fixture *fixture, Term term, uint64_t value)
{
    return term_equal(fixture->terms, term, term_constant(fixture->terms, term_width(fixture->terms, term), value));
}

static void core_names_the_assumptions_to_blame(void **state)
{
    (void)state;
    Fixture fixture = fixture_create();
    Solver *solver = fixture.solver;
    Literal literals[4];
    for (int i = 0; i < 4; i++)
        literals[i] = solver_new_literal(solver);
    solver_add_clause(solver, (Literal[]){-literals[1], -literals[3]}, 2);
    assert_int_equal(solver_solve(solver, literals, 4), SOLVE_REFUTED);
    assert_false(solver_failed(solver, literals[0]));
    assert_true(solver_failed(solver, literals[1]));
    assert_false(solver_failed(solver, literals[2]));
    assert_true(solver_failed(solver, literals[3]));
    assert_false(solver_failed(solver, -literals[1]));
    assert_int_equal(solver_solve(solver, literals, 3), SOLVE_SATISFIED);

    Literal opposite[] = {literals[0], literals[2], -literals[0]};
    assert_int_equal(solver_solve(solver, opposite, 3), SOLVE_REFUTED);
    assert_true(solver_failed(solver, literals[0]));
    assert_true(solver_failed(solver, -literals[0]));
    assert_false(solver_failed(solver, literals[2]));

    Literal impossible[] = {literals[0], -solver_true(solver)};
    assert_int_equal(solver_solve(solver, impossible, 2), SOLVE_REFUTED);
    assert_false(solver_failed(solver, literals[0]));
    assert_true(solver_failed(solver, -solver_true(solver)));

    solver_add_clause(solver, NULL, 0);
    assert_int_equal(solver_solve(solver, literals, 3), SOLVE_REFUTED);
    for (int i = 0; i < 3; i++)
        assert_false(solver_failed(solver, literals[i]));
    fixture_free(&fixture);
}

// Random clauses over few variables, each behind a switch of its own: the switches in the core are refuted without
// the others.
static void cores_are_refuted_alone(void **state)
{
    (void)state;
    uint64_t random = 5;
    int smaller = 0;
    for (int round = 0; round < 100; round++) {
        Fixture fixture = fixture_create();
        Literal variables[FREE_VARIABLES];
        Literal switches[120];
        Literal core[120];
        uint32_t core_count = 0;
        for (int i = 0; i < FREE_VARIABLES; i++)
            variables[i] = solver_new_literal(fixture.solver);
        for (int i = 0; i < 120; i++) {
            switches[i] = solver_new_literal(fixture.solver);
            Literal clause[4] = {-switches[i]};
            for (int j = 1; j < 4; j++) {
                clause[j] = variables[random_below(&random, FREE_VARIABLES)];
                if (!random_below(&random, 2))
                    clause[j] = -clause[j];
            }
            solver_add_clause(fixture.solver, clause, 4);
        }
        if (solver_solve(fixture.solver, switches, 120) == SOLVE_REFUTED) {
            for (int i = 0; i < 120; i++)
                if (solver_failed(fixture.solver, switches[i]))
                    core[core_count++] = switches[i];
            smaller += core_count < 120;
            assert_int_equal(solver_solve(fixture.solver, core, core_count), SOLVE_REFUTED);
        }
        assert_int_equal(solver_solve(fixture.solver, NULL, 0), SOLVE_SATISFIED);
        fixture_free(&fixture);
    }
    assert_true(smaller > 50);
}

static void what_was_added_stays(void **state)
{
    (void)state;
    Fixture fixture = fixture_create();
    TermTable *terms = fixture.terms;
    Solver *solver = fixture.solver;
    Term x = term_symbol(terms, 8, "x");
    Term y = term_symbol(terms, 8, "y");
    Term limit = term_constant(terms, 8, 20);
    solver_assert(solver, equals(&fixture, term_add(terms, x, y), 30));
    solver_assert(solver, term_ult(terms, x, limit));
    solver_assert(solver, term_ult(terms, y, limit));
    // 11 to 19 are left for x; each is excluded once it was found.
    int found = 0;
    bool seen[256] = {false};
    while (solver_solve(solver, NULL, 0) == SOLVE_SATISFIED) {
        uint64_t value = solver_term_value(solver, x);
        assert_in_range(value, 11, 19);
        assert_int_equal(solver_term_value(solver, y), 30 - value);
        assert_false(seen[value]);
        seen[value] = true;
        found++;
        solver_assert(solver, term_not(terms, equals(&fixture, x, value)));
    }
    assert_int_equal(found, 9);
    assert_int_equal(solver_solve(solver, NULL, 0), SOLVE_REFUTED);
    assert_int_equal(solver_statistics(solver).calls, 11);
    fixture_free(&fixture);
}

// A clause that contradicts the model does not change what can be read of it; terms that are new to the solver can be
// read, too.
static void model_stays_readable_until_the_next_solve(void **state)
{
    (void)state;
    Fixture fixture = fixture_create();
    TermTable *terms = fixture.terms;
    Solver *solver = fixture.solver;
    Term x = term_symbol(terms, 16, "x");
    Term never = term_symbol(terms, 16, "never");
    Term late = term_symbol(terms, 16, "late");
    Literal free_literal = solver_new_literal(solver);
    solver_assert(solver, equals(&fixture, term_mul(terms, x, term_constant(terms, 16, 3)), 0x1236));
    assert_int_equal(solver_solve(solver, NULL, 0), SOLVE_SATISFIED);
    uint64_t value = solver_term_value(solver, x);
    assert_int_equal(value * 3 & 0xffff, 0x1236);
    bool was_true = solver_value(solver, free_literal);
    assert_int_equal(solver_value(solver, -free_literal), !was_true);
    assert_true(solver_value(solver, solver_true(solver)));

    solver_add_clause(solver, (Literal[]){was_true ? -free_literal : free_literal}, 1);
    solver_assert(solver, equals(&fixture, late, 77));
    Term sum = term_add(terms, x, term_constant(terms, 16, 5));
    Term product = term_mul(terms, x, x);
    solver_bit(solver, product, 3);
    assert_int_equal(solver_value(solver, free_literal), was_true);
    assert_int_equal(solver_term_value(solver, x), value);
    assert_int_equal(solver_term_value(solver, sum), (value + 5) & 0xffff);
    assert_int_equal(solver_term_value(solver, product), value * value & 0xffff);
    assert_int_equal(solver_term_value(solver, never), 0);
    assert_int_equal(solver_term_value(solver, late), 0);
    assert_int_equal(solver_term_value(solver, term_xor(terms, x, never)), value);

    assert_int_equal(solver_solve(solver, NULL, 0), SOLVE_SATISFIED);
    assert_int_equal(solver_value(solver, free_literal), !was_true);
    assert_int_equal(solver_term_value(solver, late), 77);
    fixture_free(&fixture);
}

static void failed_assumptions_stay_readable_while_clauses_are_added(void **state)
{
    (void)state;
    Fixture fixture = fixture_create();
    Solver *solver = fixture.solver;
    Literal a = solver_new_literal(solver);
    Literal b = solver_new_literal(solver);
    Literal c = solver_new_literal(solver);
    solver_add_clause(solver, (Literal[]){-a, -b}, 2);
    assert_int_equal(solver_solve(solver, (Literal[]){a, b, c}, 3), SOLVE_REFUTED);
    solver_add_clause(solver, (Literal[]){-c}, 1);
    assert_true(solver_failed(solver, a) && solver_failed(solver, b));
    assert_false(solver_failed(solver, c));
    assert_int_equal(solver_solve(solver, (Literal[]){a, c}, 2), SOLVE_REFUTED);
    assert_true(solver_failed(solver, c));
    assert_false(solver_failed(solver, a) || solver_failed(solver, b));
    fixture_free(&fixture);
}

static void gates_are_folded_and_shared(void **state)
{
    (void)state;
    Fixture fixture = fixture_create();
    TermTable *terms = fixture.terms;
    Solver *solver = fixture.solver;
    Literal yes = solver_true(solver);
    Literal a = solver_new_literal(solver);
    Literal b = solver_new_literal(solver);
    Literal both = solver_and(solver, a, b);
    assert_int_equal(solver_and(solver, b, a), both);
    assert_int_equal(solver_or(solver, -a, -b), -both);
    assert_int_equal(solver_and(solver, a, yes), a);
    assert_int_equal(solver_and(solver, a, -yes), -yes);
    assert_int_equal(solver_and(solver, a, -a), -yes);
    assert_int_equal(solver_or(solver, a, -a), yes);
    assert_int_equal(solver_or(solver, a, a), a);
    assert_int_equal(solver_or(solver, yes, b), yes);
    solver_add_clause(solver, &b, 1);
    assert_int_equal(solver_and(solver, a, b), a);
    assert_int_equal(solver_or(solver, -b, a), a);

    Term x = term_symbol(terms, 32, "x");
    Term y = term_symbol(terms, 32, "y");
    solver_bit(solver, term_sdiv(terms, x, y), 0);
    uint64_t variables = solver_statistics(solver).variables;
    solver_bit(solver, term_srem(terms, x, y), 0);
    solver_bit(solver, term_sdiv(terms, x, y), 31);
    assert_int_equal(solver_statistics(solver).variables, variables);
    solver_bit(solver, term_urem(terms, x, y), 0);
    assert_true(solver_statistics(solver).variables > variables);

    variables = solver_statistics(solver).variables;
    uint64_t clauses = solver_statistics(solver).clauses;
    Literal equal = solver_literal(solver, equals(&fixture, x, 0xdeadbeef));
    assert_int_equal(equal, (Literal)variables + 1);
    assert_int_equal(solver_statistics(solver).variables, variables + 1);
    assert_int_equal(solver_statistics(solver).clauses, clauses + 33);
    fixture_free(&fixture);
}

static void assert_factoring(Fixture *fixture)
{
    TermTable *terms = fixture->terms;
    Term x = term_zero_extend(terms, term_symbol(terms, 32, "x"), 64);
    Term y = term_zero_extend(terms, term_symbol(terms, 32, "y"), 64);
    Term one = term_constant(terms, 64, 1);
    solver_assert(fixture->solver, equals(fixture, term_mul(terms, x, y), UINT64_C(2654435761) * 3037000493));
    solver_assert(fixture->solver, term_ult(terms, one, x));
    solver_assert(fixture->solver, term_ult(terms, x, y));
}

static void time_limit_stops_a_hard_problem(void **state)
{
    (void)state;
    Limits limits;
    limits_start(&limits, 0, 0);
    Fixture fixture = fixture_create_limited(&limits);
    assert_factoring(&fixture);
    limits_start(&limits, 0.2, 0); // however long the circuits took
    assert_int_equal(solver_solve(fixture.solver, NULL, 0), SOLVE_STOPPED);
    assert_int_equal(limits.reason, LIMIT_TIMEOUT);
    assert_true(solver_statistics(fixture.solver).seconds > 0);
    assert_int_equal(solver_solve(fixture.solver, NULL, 0), SOLVE_STOPPED);
    assert_int_equal(solver_statistics(fixture.solver).calls, 2);
    fixture_free(&fixture);
}

static void time_limit_stops_the_making_of_circuits(void **state)
{
    (void)state;
    Limits limits;
    limits_start(&limits, 0.2, 0);
    Fixture fixture = fixture_create_limited(&limits);
    TermTable *terms = fixture.terms;
    Term product = term_symbol(terms, 64, NULL);
    for (int i = 0; i < 20000; i++)
        product = term_mul(terms, product, term_symbol(terms, 64, NULL));
    limits_start(&limits, 0.2, 0);
    solver_assert(fixture.solver, equals(&fixture, product, 1));
    solver_assert(fixture.solver, term_not(terms, equals(&fixture, product, 1)));
    assert_int_equal(solver_solve(fixture.solver, NULL, 0), SOLVE_STOPPED);
    fixture_free(&fixture);
}

// Terms that come after the limit have lost their meaning: not even a formula that needs no search may be answered.
static void nothing_is_answered_after_the_limit(void **state)
{
    (void)state;
    Limits limits;
    limits_start(&limits, 1e-6, 0);
    Fixture fixture = fixture_create_limited(&limits);
    Term x = term_symbol(fixture.terms, 8, "x");
    double started = clock_now();
    while (clock_now() - started < 0.001)
        continue;
    solver_assert(fixture.solver, equals(&fixture, x, 3));
    assert_int_equal(solver_solve(fixture.solver, NULL, 0), SOLVE_STOPPED);
    solver_assert(fixture.solver, term_boolean(fixture.terms, false));
    assert_int_equal(solver_solve(fixture.solver, NULL, 0), SOLVE_STOPPED);
    assert_true(solver_statistics(fixture.solver).seconds == 0);
    fixture_free(&fixture);
}

// x / y * y + x % y is x. The product shares its gates with the one inside the division; without that it takes minutes.
static void quotients_are_proven_without_search(void **state)
{
    (void)state;
    for (int constant = 0; constant < 2; constant++) {
        Limits limits;
        limits_start(&limits, 15, 0);
        Fixture fixture = fixture_create_limited(&limits);
        TermTable *terms = fixture.terms;
        Term x = term_symbol(terms, 32, "x");
        Term y = constant ? term_constant(terms, 32, 997) : term_symbol(terms, 32, "y");
        Term product = term_mul(terms, term_udiv(terms, x, y), y);
        Term back = term_add(terms, product, term_urem(terms, x, y));
        solver_assert(fixture.solver, term_not(terms, term_equal(terms, back, x)));
        assert_int_equal(solver_solve(fixture.solver, NULL, 0), SOLVE_REFUTED);
        fixture_free(&fixture);
    }
}

#if defined(__SANITIZE_ADDRESS__)
#define ADDRESS_SPACE_CAN_BE_LIMITED false
#elif defined(__has_feature)
#define ADDRESS_SPACE_CAN_BE_LIMITED (!__has_feature(address_sanitizer))
#else
#define ADDRESS_SPACE_CAN_BE_LIMITED true
#endif

// Clauses without end in a process with little memory; most of it is asked for by the back end.
static void exhaust_memory(int output)
{
    struct rlimit limit = {.rlim_cur = 400 << 20, .rlim_max = 400 << 20};
    dup2(output, STDOUT_FILENO);
    close(STDERR_FILENO);
    fail_end_with_verdict();
    setrlimit(RLIMIT_AS, &limit);
    Fixture fixture = fixture_create();
    Literal literals[100];
    for (int i = 0; i < 100; i++)
        literals[i] = solver_new_literal(fixture.solver);
    for (;;)
        solver_add_clause(fixture.solver, literals, 100);
}

static void running_out_of_memory_ends_with_a_verdict(void **state)
{
    (void)state;
    if (!ADDRESS_SPACE_CAN_BE_LIMITED || getenv("RADDLE_EMULATED")) // the limit would be the emulator's
        skip();
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        exhaust_memory(ends[1]);
        _exit(0);
    }
    close(ends[1]);
    char output[64] = "";
    assert_true(read(ends[0], output, sizeof output - 1) > 0);
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 3);
    assert_string_equal(output, "UNKNOWN(out of memory)\n");
}

static void deep_terms_need_no_stack(void **state)
{
    (void)state;
    Fixture fixture = fixture_create();
    TermTable *terms = fixture.terms;
    Term x = term_symbol(terms, 2, "x");
    Term y = term_symbol(terms, 2, "y");
    Term chain = x;
    uint64_t expected = 2;
    for (int i = 0; i < 40000; i++) {
        chain = term_xor(terms, term_add(terms, chain, y), x);
        expected = ((expected + 3) ^ 2) & 3;
    }
    solver_bit(fixture.solver, chain, 0);
    solver_assert(fixture.solver, equals(&fixture, x, 2));
    solver_assert(fixture.solver, equals(&fixture, y, 3));
    assert_int_equal(solver_solve(fixture.solver, NULL, 0), SOLVE_SATISFIED);
    assert_int_equal(solver_term_value(fixture.solver, chain), expected);
    solver_assert(fixture.solver, term_not(terms, equals(&fixture, chain, expected)));
    assert_int_equal(solver_solve(fixture.solver, NULL, 0), SOLVE_REFUTED);
    fixture_free(&fixture);
}

// A disjunction of few literals that has exponentially many when its shared parts are written out.
static Term share_disjunctions(TermTable *terms, const Term *symbols, uint32_t count)
{
    Term left = symbols[0];
    Term right = symbols[1];
    for (uint32_t i = 2; i < count; i++) {
        Term next = term_or(terms, left, right);
        right = term_or(terms, left, symbols[i]);
        left = next;
    }
    return left;
}

static void shared_parts_are_asserted_once(void **state)
{
    (void)state;
    enum { SYMBOLS = 90 };
    for (int negated = 0; negated < 2; negated++) {
        Fixture fixture = fixture_create();
        Term symbols[SYMBOLS];
        for (int i = 0; i < SYMBOLS; i++)
            symbols[i] = term_symbol(fixture.terms, 1, NULL);
        Term all = share_disjunctions(fixture.terms, symbols, SYMBOLS);
        solver_assert(fixture.solver, negated ? term_not(fixture.terms, all) : all);
        assert_true(solver_statistics(fixture.solver).clauses < 10 * SYMBOLS);
        assert_int_equal(solver_solve(fixture.solver, NULL, 0), SOLVE_SATISFIED);
        uint32_t true_count = 0;
        for (int i = 0; i < SYMBOLS - 1; i++)
            true_count += solver_term_value(fixture.solver, symbols[i]) != 0;
        assert_int_equal(true_count > 0, !negated);
        for (int i = 0; i < SYMBOLS - 1; i++) // the last one is not part of it
            solver_assert(fixture.solver, term_not(fixture.terms, symbols[i]));
        assert_int_equal(solver_solve(fixture.solver, NULL, 0), negated ? SOLVE_SATISFIED : SOLVE_REFUTED);
        fixture_free(&fixture);
    }
}

// Reads the clauses of a DIMACS text into a solver that knows nothing else; returns their number.
static uint64_t load_dimacs(Solver *solver, const char *text, uint64_t *declared)
{
    unsigned variables = 0;
    unsigned long long clauses = 0;
    const char *header = strstr(text, "p cnf ");
    assert_non_null(header);
    assert_int_equal(sscanf(header, "p cnf %u %llu", &variables, &clauses), 2);
    *declared = clauses;
    while (solver_statistics(solver).variables < variables)
        solver_new_literal(solver);
    VECTOR(Literal) clause = {0};
    uint64_t count = 0;
    char *cursor = strchr(header, '\n');
    for (;;) {
        char *end;
        long literal = strtol(cursor, &end, 10);
        if (end == cursor)
            break;
        cursor = end;
        if (literal) {
            assert_in_range(labs(literal), 1, variables);
            vector_push(&clause, (Literal)literal);
            continue;
        }
        solver_add_clause(solver, clause.data, clause.count);
        clause.count = 0;
        count++;
    }
    assert_int_equal(clause.count, 0);
    vector_free(&clause);
    return count;
}

static void dimacs_says_the_same(void **state)
{
    (void)state;
    uint64_t random = 6;
    int refuted = 0;
    for (int round = 0; round < 60; round++) {
        Fixture fixture = fixture_create();
        Fixture copy = fixture_create();
        Formula formula;
        solver_keep_clauses(fixture.solver);
        formula_generate(&formula, fixture.terms, &random, 4, 12);
        solver_assert(fixture.solver, formula_term(&formula));
        Text text = {0};
        solver_append_dimacs(fixture.solver, &text);
        uint64_t declared;
        uint64_t loaded = load_dimacs(copy.solver, text_string(&text), &declared);
        assert_int_equal(loaded, declared);
        SolveResult answer = solver_solve(fixture.solver, NULL, 0);
        assert_int_equal(solver_solve(copy.solver, NULL, 0), answer);
        refuted += answer == SOLVE_REFUTED;
        text_free(&text);
        fixture_free(&fixture);
        fixture_free(&copy);
    }
    assert_in_range(refuted, 5, 55);
}

static void dimacs_names_the_bits_of_terms(void **state)
{
    (void)state;
    Fixture fixture = fixture_create();
    solver_keep_clauses(fixture.solver);
    Term x = term_symbol(fixture.terms, 2, "x");
    Text text = {0};
    Text expected = {0};
    text_append(&expected, "c ");
    term_append_smt_name(fixture.terms, x, &expected);
    text_format(&expected, " %d %d\n", solver_bit(fixture.solver, x, 0), solver_bit(fixture.solver, x, 1));
    text_append(&expected, "p cnf 3 1\n1 0\n");
    solver_append_dimacs(fixture.solver, &text);
    assert_string_equal(text_string(&text), text_string(&expected));
    text_free(&text);
    text_free(&expected);
    fixture_free(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(core_names_the_assumptions_to_blame),
        cmocka_unit_test(cores_are_refuted_alone),
        cmocka_unit_test(what_was_added_stays),
        cmocka_unit_test(model_stays_readable_until_the_next_solve),
        cmocka_unit_test(failed_assumptions_stay_readable_while_clauses_are_added),
        cmocka_unit_test(gates_are_folded_and_shared),
        cmocka_unit_test(quotients_are_proven_without_search),
        cmocka_unit_test(time_limit_stops_a_hard_problem),
        cmocka_unit_test(time_limit_stops_the_making_of_circuits),
        cmocka_unit_test(nothing_is_answered_after_the_limit),
        cmocka_unit_test(running_out_of_memory_ends_with_a_verdict),
        cmocka_unit_test(deep_terms_need_no_stack),
        cmocka_unit_test(shared_parts_are_asserted_once),
        cmocka_unit_test(dimacs_says_the_same),
        cmocka_unit_test(dimacs_names_the_bits_of_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
