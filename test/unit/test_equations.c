// Linear equations modulo 2^64: every operation keeps all values that there can be, and what must follow from a few
// equations does.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "abstract/equations.h"
#include "random.h"

enum { VARIABLES = 6, POINTS = 6 };

typedef struct Point {
    uint64_t words[VARIABLES];
} Point;

// Some values of all variables that are possible, and what is known of them.
typedef struct Known {
    Point points[POINTS];
    uint32_t count;
    Equations equations;
} Known;

static uint64_t evaluate(const Summand *summands, uint32_t count, const Point *point)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += summands[i].factor * (summands[i].variable == EQUATION_ONE ? 1 : point->words[summands[i].variable]);
    return sum;
}

static void check_points(const Known *known)
{
    for (uint32_t i = 0; i < known->count; i++)
        for (uint32_t row = 0; row < known->equations.ends.count; row++) {
            uint32_t begin = row ? known->equations.ends.data[row - 1] : 0;
            assert_int_equal(evaluate(&known->equations.summands.data[begin], known->equations.ends.data[row] - begin,
                                      &known->points[i]),
                             0);
        }
}

static uint64_t random_factor(uint64_t *random)
{
    uint64_t word = random_next(random);
    switch (random_next(random) % 4) {
    case 0:
        return 1 + word % 3;
    case 1:
        return 0 - 1 - word % 3;
    case 2:
        return UINT64_C(1) << word % 64;
    default:
        return word;
    }
}

static Form random_form(uint64_t *random)
{
    Form form = {0};
    for (uint64_t i = 0; i < 1 + random_next(random) % 3; i++)
        form_add(&form, (uint32_t)(random_next(random) % VARIABLES), random_factor(random));
    if (random_next(random) % 2)
        form_add(&form, EQUATION_ONE, random_factor(random));
    return form;
}

static void assign(Known *known, uint64_t *random)
{
    Form form = random_form(random);
    uint32_t variable = (uint32_t)(random_next(random) % VARIABLES);
    for (uint32_t i = 0; i < known->count; i++)
        known->points[i].words[variable] = evaluate(form.summands.data, form.summands.count, &known->points[i]);
    equations_assign(&known->equations, variable, &form,
                     random_next(random) % 2 ? 1 : UINT64_C(1) << random_next(random) % 64);
    form_free(&form);
}

static bool is_variable(const void *context, uint32_t variable)
{
    return variable == *(const uint32_t *)context;
}

static void forget(Known *known, uint64_t *random)
{
    uint32_t variable = (uint32_t)(random_next(random) % VARIABLES);
    for (uint32_t i = 0; i < known->count; i++)
        known->points[i].words[variable] = random_next(random);
    equations_forget(&known->equations, is_variable, &variable);
    assert_false(equations_mention(&known->equations, variable));
}

// Something that holds for the first point; others for which it does not are left out.
static void require(Known *known, uint64_t *random)
{
    Form form = random_form(random);
    form_multiply(&form, random_factor(random));
    form_add(&form, EQUATION_ONE, 0 - evaluate(form.summands.data, form.summands.count, &known->points[0]));
    uint32_t kept = 0;
    for (uint32_t i = 0; i < known->count; i++)
        if (!evaluate(form.summands.data, form.summands.count, &known->points[i]))
            known->points[kept++] = known->points[i];
    known->count = kept;
    equations_require(&known->equations, &form);
    form_free(&form);
}

static void start(Known *known, uint64_t *random)
{
    *known = (Known){.count = 1};
    for (uint32_t i = 0; i < VARIABLES; i++) {
        Form form = {0};
        known->points[0].words[i] = random_next(random) % 100;
        form_add(&form, EQUATION_ONE, known->points[0].words[i]);
        equations_assign(&known->equations, i, &form, 1);
        form_free(&form);
    }
}

static void step(Known *known, uint64_t *random)
{
    switch (random_next(random) % 4) {
    case 0:
        forget(known, random);
        break;
    case 1:
        require(known, random);
        break;
    default:
        assign(known, random);
        break;
    }
    check_points(known);
    assert_false(equations_are_impossible(&known->equations));
}

static void join(Known *known, const Known *other)
{
    Equations before = {0};
    equations_copy(&before, &known->equations);
    bool changed = equations_join(&known->equations, &other->equations);
    for (uint32_t i = 0; i < other->count && known->count < POINTS; i++)
        known->points[known->count++] = other->points[i];
    check_points(known);
    // Joined once more nothing changes, and what did not change says what it said.
    assert_false(equations_join(&known->equations, &other->equations));
    assert_false(equations_join(&known->equations, &before));
    if (!changed)
        assert_int_equal(known->equations.ends.count, before.ends.count);
    equations_free(&before);
}

static void possible_values_are_kept(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (uint32_t round = 0; round < 400; round++) {
        Known known, other;
        start(&known, &random);
        for (uint32_t i = 0; i < 4; i++)
            step(&known, &random);
        for (uint32_t i = 0; i < 6; i++) {
            other = known;
            other.equations = (Equations){0};
            equations_copy(&other.equations, &known.equations);
            step(&known, &random);
            step(&other, &random);
            join(&known, &other);
            equations_free(&other.equations);
        }
        equations_free(&known.equations);
    }
}

// The form is a list of factors of variables; the last one is that of 1.
static Form form_of(const uint64_t factors[VARIABLES + 1])
{
    Form form = {0};
    for (uint32_t i = 0; i < VARIABLES; i++)
        form_add(&form, i, factors[i]);
    form_add(&form, EQUATION_ONE, factors[VARIABLES]);
    return form;
}

static void require_zero(Equations *equations, const uint64_t factors[VARIABLES + 1])
{
    Form form = form_of(factors);
    equations_require(equations, &form);
    form_free(&form);
}

static bool tells(const Equations *equations, const uint64_t factors[VARIABLES + 1], uint64_t expected)
{
    Form form = form_of(factors);
    uint64_t constant;
    bool known = equations_tell(equations, &form, &constant);
    form_free(&form);
    return known && constant == expected;
}

#define HIGH (UINT64_C(1) << 32)
#define MINUS(word) (0 - UINT64_C(word))
#define FACTORS(...) ((const uint64_t[VARIABLES + 1]){__VA_ARGS__})

static void equations_follow_from_others(void **state)
{
    (void)state;
    Equations equations = {0};
    require_zero(&equations, FACTORS(1, MINUS(1)));    // x = y
    require_zero(&equations, FACTORS(0, 1, MINUS(2))); // y = 2z
    assert_true(tells(&equations, FACTORS(1, 0, MINUS(2)), 0));
    assert_true(tells(&equations, FACTORS(3, MINUS(1), MINUS(4), 0, 0, 0, 9), 9));
    assert_false(tells(&equations, FACTORS(1), 0));
    require_zero(&equations, FACTORS(0, 0, 1, 0, 0, 0, MINUS(5))); // z = 5
    assert_true(tells(&equations, FACTORS(1, 1), 20));
    assert_false(equations_are_impossible(&equations));
    require_zero(&equations, FACTORS(1, 0, 0, 0, 0, 0, MINUS(11)));
    assert_true(equations_are_impossible(&equations));
    equations_free(&equations);
}

// Of a word that is even the half of which nothing is known, twice as much; of halves of words the lower ones.
static void parts_of_words_are_told(void **state)
{
    (void)state;
    Equations equations = {0};
    require_zero(&equations, FACTORS(HIGH, 0 - HIGH)); // the lower halves of x and y are equal
    assert_false(tells(&equations, FACTORS(1, MINUS(1)), 0));
    assert_true(tells(&equations, FACTORS(3 * HIGH, 0 - 3 * HIGH), 0));
    require_zero(&equations, FACTORS(0, 2, MINUS(2))); // y = z but for the uppermost bit
    assert_true(tells(&equations, FACTORS(HIGH, 0, 0 - HIGH), 0));
    assert_false(tells(&equations, FACTORS(1, 0, MINUS(1)), 0));
    uint32_t variable = 1;
    equations_forget(&equations, is_variable, &variable);
    assert_true(tells(&equations, FACTORS(HIGH, 0, 0 - HIGH), 0));
    equations_free(&equations);
    // 2x + y = 0 and x forgotten: y is even.
    require_zero(&equations, FACTORS(2, 1));
    variable = 0;
    equations_forget(&equations, is_variable, &variable);
    assert_true(tells(&equations, FACTORS(0, UINT64_C(1) << 63), 0));
    equations_free(&equations);
}

static void what_two_ways_have_in_common_is_kept(void **state)
{
    (void)state;
    Equations one = {0}, other = {0};
    // x = 1, y = 3, z = 4 and x = 2, y = 5, z = 7: y = 2x + 1, z = x + y.
    require_zero(&one, FACTORS(1, 0, 0, 0, 0, 0, MINUS(1)));
    require_zero(&one, FACTORS(0, 1, 0, 0, 0, 0, MINUS(3)));
    require_zero(&one, FACTORS(0, 0, 1, 0, 0, 0, MINUS(4)));
    require_zero(&other, FACTORS(1, 0, 0, 0, 0, 0, MINUS(2)));
    require_zero(&other, FACTORS(0, 1, 0, 0, 0, 0, MINUS(5)));
    require_zero(&other, FACTORS(0, 0, 1, 0, 0, 0, MINUS(7)));
    assert_true(equations_join(&one, &other));
    assert_true(tells(&one, FACTORS(MINUS(2), 1), 1));
    assert_true(tells(&one, FACTORS(1, 1, MINUS(1)), 0));
    assert_false(tells(&one, FACTORS(1), 1));
    assert_false(equations_join(&one, &other));
    equations_free(&one);
    equations_free(&other);
}

static void values_are_assigned(void **state)
{
    (void)state;
    Equations equations = {0};
    require_zero(&equations, FACTORS(1, MINUS(1)));
    Form more = form_of(FACTORS(1, 0, 0, 0, 0, 0, 3)); // x + 3
    equations_assign(&equations, 0, &more, 1);
    assert_true(tells(&equations, FACTORS(1, MINUS(1)), 3));
    more.summands.data[0].variable = 1; // y + 3
    equations_assign(&equations, 1, &more, 1);
    assert_true(tells(&equations, FACTORS(1, MINUS(1)), 0));
    form_free(&more);
    equations_free(&equations);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(possible_values_are_kept), cmocka_unit_test(equations_follow_from_others),
        cmocka_unit_test(parts_of_words_are_told),  cmocka_unit_test(what_two_ways_have_in_common_is_kept),
        cmocka_unit_test(values_are_assigned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
