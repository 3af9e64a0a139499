// Recorded executions: which schedules and inputs lead to a violation.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tree/recording.h"

typedef struct Fixture {
    TermTable *terms;
    Recording *recording;
    Statistics statistics;
    RecordedChoices choices;
} Fixture;

static Fixture begin(void)
{
    Fixture fixture = {.terms = terms_create()};
    fixture.recording = recording_create(fixture.terms, NULL);
    return fixture;
}

static void end(Fixture *fixture)
{
    vector_free(&fixture->choices);
    recording_free(fixture->recording);
    terms_free(fixture->terms);
}

static SolveResult solve(Fixture *fixture, bool widening)
{
    return recording_solve(fixture->recording, widening, &fixture->statistics, &fixture->choices);
}

static Term always(const Fixture *fixture)
{
    return term_boolean(fixture->terms, true);
}

// Two threads of `size` steps each. A node for each number of steps that the two have taken; all orders lead through
// it.
typedef struct Grid {
    uint32_t size;
    uint32_t nodes[8][8];
} Grid;

static Grid record_grid(Fixture *fixture, uint32_t size)
{
    Grid grid = {.size = size};
    for (uint32_t i = 0; i <= size; i++)
        for (uint32_t j = 0; j <= size; j++)
            grid.nodes[i][j] = i || j ? recording_add_node(fixture->recording, i + j) : RECORDING_START;
    for (uint32_t i = 0; i <= size; i++)
        for (uint32_t j = 0; j <= size; j++)
            for (uint32_t thread = 0; thread < 2; thread++)
                if ((thread ? j : i) < size)
                    recording_add_step(fixture->recording, grid.nodes[i][j], &(Choice){.thread = thread},
                                       always(fixture), grid.nodes[i + !thread][j + thread]);
    return grid;
}

// The choices lead to the node, and then there is one more.
static void assert_leads_to(const Fixture *fixture, uint32_t first, uint32_t second, uint32_t last)
{
    uint32_t steps[2] = {0};
    assert_int_equal(fixture->choices.count, first + second + 1);
    for (uint32_t i = 0; i + 1 < fixture->choices.count; i++)
        steps[fixture->choices.data[i].thread]++;
    assert_int_equal(steps[0], first);
    assert_int_equal(steps[1], second);
    assert_int_equal(vector_last(&fixture->choices).thread, last);
}

static void every_place_is_answered_once(void **state)
{
    (void)state;
    enum { SIZE = 5 };
    for (uint32_t widening = 0; widening < 2; widening++) {
        Fixture fixture = begin();
        Grid grid = record_grid(&fixture, SIZE);
        static const struct {
            uint32_t first, second, thread;
        } places[] = {{3, 1, 1}, {0, 4, 0}, {5, 5, 2}};
        enum { PLACES = sizeof places / sizeof *places };
        for (uint32_t i = 0; i < PLACES; i++)
            recording_add_violation(fixture.recording, grid.nodes[places[i].first][places[i].second],
                                    &(Choice){.thread = places[i].thread}, always(&fixture), PROPERTY_ASSERTION,
                                    10 + i);
        recording_encode(fixture.recording, &fixture.statistics);
        bool seen[PLACES] = {false};
        for (uint32_t i = 0; i < PLACES; i++) {
            assert_int_equal(solve(&fixture, widening), SOLVE_SATISFIED);
            uint32_t found = 0;
            while (places[found].thread != vector_last(&fixture.choices).thread ||
                   places[found].first + places[found].second + 1 != fixture.choices.count)
                assert_true(++found < PLACES);
            assert_false(seen[found]);
            seen[found] = true;
            assert_leads_to(&fixture, places[found].first, places[found].second, places[found].thread);
        }
        assert_int_equal(solve(&fixture, widening), SOLVE_REFUTED);
        end(&fixture);
    }
}

static void one_question_is_enough(void **state)
{
    (void)state;
    Fixture fixture = begin();
    Grid grid = record_grid(&fixture, 6);
    recording_add_violation(fixture.recording, grid.nodes[1][4], &(Choice){.thread = 1}, always(&fixture),
                            PROPERTY_DEADLOCK, 3);
    recording_encode(fixture.recording, &fixture.statistics);
    assert_int_equal(solve(&fixture, false), SOLVE_SATISFIED);
    assert_int_equal(fixture.statistics.solver_calls, 1);
    assert_leads_to(&fixture, 1, 4, 1);
    end(&fixture);
}

// The first execution runs the first thread to its end, then the second.
static void widening_begins_with_the_first_execution(void **state)
{
    (void)state;
    for (uint32_t first = 0; first <= 4; first++) {
        Fixture fixture = begin();
        Grid grid = record_grid(&fixture, 4);
        recording_add_violation(fixture.recording, grid.nodes[first][2], &(Choice){.thread = 2}, always(&fixture),
                                PROPERTY_ASSERTION, 1);
        recording_encode(fixture.recording, &fixture.statistics);
        assert_int_equal(solve(&fixture, true), SOLVE_SATISFIED);
        assert_leads_to(&fixture, first, 2, 2);
        // The last step is none of the first execution, so it has to be allowed in any case.
        assert_true(fixture.statistics.iterations > 1);
        end(&fixture);
    }
}

static void a_violation_of_the_first_execution_needs_no_widening(void **state)
{
    (void)state;
    Fixture fixture = begin();
    uint32_t node = recording_add_node(fixture.recording, 1);
    recording_add_step(fixture.recording, RECORDING_START, &(Choice){.thread = 1}, always(&fixture), node);
    recording_add_violation(fixture.recording, node, &(Choice){.thread = 2}, always(&fixture), PROPERTY_LOCK, 1);
    recording_encode(fixture.recording, &fixture.statistics);
    assert_int_equal(solve(&fixture, true), SOLVE_SATISFIED);
    assert_int_equal(fixture.statistics.iterations, 1);
    assert_int_equal(fixture.choices.count, 2);
    end(&fixture);
}

// x is less than 5 on the one way to the node, and greater than 7 on the other.
static void guards_decide_on_inputs(void **state)
{
    (void)state;
    for (uint32_t widening = 0; widening < 2; widening++)
        for (uint64_t wanted = 3; wanted < 10; wanted++) {
            Fixture fixture = begin();
            TermTable *terms = fixture.terms;
            Term x = term_symbol(terms, 8, "x");
            uint32_t root = recording_add_node(fixture.recording, 0), node = recording_add_node(fixture.recording, 1);
            recording_add_step(fixture.recording, RECORDING_START, NULL,
                               term_not(terms, term_equal(terms, x, term_constant(terms, 8, 4))), root);
            recording_add_step(fixture.recording, root, &(Choice){.thread = 0},
                               term_ult(terms, x, term_constant(terms, 8, 5)), node);
            recording_add_step(fixture.recording, root, &(Choice){.thread = 1, .alternative = 3},
                               term_ult(terms, term_constant(terms, 8, 7), x), node);
            recording_add_violation(fixture.recording, node, &(Choice){.thread = 2},
                                    term_equal(terms, x, term_constant(terms, 8, wanted)), PROPERTY_ASSERTION, 9);
            recording_encode(fixture.recording, &fixture.statistics);
            bool possible = wanted == 3 || wanted > 7;
            assert_int_equal(solve(&fixture, widening), possible ? SOLVE_SATISFIED : SOLVE_REFUTED);
            if (possible) {
                assert_int_equal(recording_symbol_value(fixture.recording, x, 0), wanted);
                assert_int_equal(fixture.choices.count, 2);
                assert_int_equal(fixture.choices.data[0].thread, wanted > 7);
                assert_int_equal(fixture.choices.data[0].alternative, wanted > 7 ? 3 : 0);
            }
            end(&fixture);
        }
}

static void without_violations_nothing_is_asked(void **state)
{
    (void)state;
    Fixture fixture = begin();
    record_grid(&fixture, 2);
    recording_encode(fixture.recording, &fixture.statistics);
    assert_int_equal(solve(&fixture, true), SOLVE_REFUTED);
    assert_int_equal(fixture.statistics.solver_calls, 0);
    end(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_place_is_answered_once),
        cmocka_unit_test(one_question_is_enough),
        cmocka_unit_test(widening_begins_with_the_first_execution),
        cmocka_unit_test(a_violation_of_the_first_execution_needs_no_widening),
        cmocka_unit_test(guards_decide_on_inputs),
        cmocka_unit_test(without_violations_nothing_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
