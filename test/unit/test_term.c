// Terms against native arithmetic. Every operator is tried with symbols (evaluation alone), with constants (folding)
// and with one of each (simplification); compositions are tried exhaustively at small widths and at random at all
// widths.
#include "term_check.h"

static void binary_operators_agree_with_native_arithmetic(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (uint32_t w = 0; w < TESTED_WIDTH_COUNT; w++) {
        uint32_t width = tested_widths[w];
        for (Operation operation = OPERATION_and; operation <= OPERATION_sle; operation++) {
            const char *name = operation_names[operation];
            TermTable *terms = terms_create();
            Term x = term_symbol(terms, width, "x"), y = term_symbol(terms, width, "y");
            Term symbolic = build_binary(terms, operation, x, y), same = build_binary(terms, operation, x, x);
            assert_int_equal(term_width(terms, symbolic), is_comparison(operation) ? 1 : width);
            for (uint32_t i = 0; i < SAMPLE_COUNT; i++) {
                uint64_t a = sample_value(width, i, &random);
                for (uint32_t j = 0; j < SAMPLE_COUNT; j++) {
                    uint64_t b = sample_value(width, j, &random);
                    Assignment assignment = {0};
                    assign(&assignment, x, a);
                    assign(&assignment, y, b);
                    uint64_t expected = native(operation, width, a, b);
                    Term constant_a = term_constant(terms, width, a), constant_b = term_constant(terms, width, b);
                    Term folded = build_binary(terms, operation, constant_a, constant_b);
                    assert_true(term_is_constant(terms, folded));
                    assert_int_equal(term_constant_value(terms, folded), expected);
                    check_value(terms, &assignment, symbolic, expected, name, width, a, b);
                    check_value(terms, &assignment, build_binary(terms, operation, x, constant_b), expected, name,
                                width, a, b);
                    check_value(terms, &assignment, build_binary(terms, operation, constant_a, y), expected, name,
                                width, a, b);
                    check_value(terms, &assignment, same, native(operation, width, a, a), name, width, a, a);
                    free_assignment(&assignment);
                }
            }
            terms_free(terms);
        }
    }
}

static void other_operators_agree_with_native_arithmetic(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (uint32_t w = 0; w < TESTED_WIDTH_COUNT; w++) {
        uint32_t width = tested_widths[w];
        TermTable *terms = terms_create();
        Term x = term_symbol(terms, width, "x"), condition = term_symbol(terms, 1, "c");
        for (uint32_t i = 0; i < SAMPLE_COUNT; i++) {
            uint64_t a = sample_value(width, i, &random), b = sample_value(width, SAMPLE_COUNT - 1 - i, &random);
            Term constant_a = term_constant(terms, width, a), constant_b = term_constant(terms, width, b);
            for (uint32_t chosen = 0; chosen < 2; chosen++) {
                Assignment assignment = {0};
                assign(&assignment, x, a);
                assign(&assignment, condition, chosen);
                for (Operation operation = OPERATION_not; operation <= OPERATION_negate; operation++) {
                    uint64_t expected = native(operation, width, a, 0);
                    check_value(terms, &assignment, build_unary(terms, operation, x), expected,
                                operation_names[operation], width, a, 0);
                    Term folded = build_unary(terms, operation, constant_a);
                    assert_true(term_is_constant(terms, folded));
                    assert_int_equal(term_constant_value(terms, folded), expected);
                }
                uint64_t picked = chosen ? a : b;
                check_value(terms, &assignment, term_ite(terms, condition, x, constant_b), picked, "ite", width, a, b);
                check_value(terms, &assignment, term_ite(terms, condition, constant_a, constant_b), picked, "ite",
                            width, a, b);
                check_value(terms, &assignment, term_ite(terms, term_not(terms, condition), constant_b, x), picked,
                            "ite", width, a, b);
                for (uint32_t low = 0; low < width; low += 1 + width / 7)
                    for (uint32_t count = 1; low + count <= width; count += 1 + width / 5) {
                        uint64_t expected = cut(a >> low, count);
                        check_value(terms, &assignment, term_extract(terms, x, low, count), expected, "extract", width,
                                    a, low);
                        Term folded = term_extract(terms, constant_a, low, count);
                        assert_int_equal(term_constant_value(terms, folded), expected);
                    }
                for (uint32_t wide = width; wide <= 64; wide += 1 + (64 - width) / 5) {
                    uint64_t extended = cut((uint64_t)as_signed(a, width), wide);
                    check_value(terms, &assignment, term_zero_extend(terms, x, wide), a, "zero_extend", width, a, wide);
                    check_value(terms, &assignment, term_sign_extend(terms, x, wide), extended, "sign_extend", width, a,
                                wide);
                    assert_int_equal(term_constant_value(terms, term_zero_extend(terms, constant_a, wide)), a);
                    assert_int_equal(term_constant_value(terms, term_sign_extend(terms, constant_a, wide)), extended);
                    uint32_t rest = wide - width;
                    if (rest == 0)
                        continue;
                    uint64_t high = cut(b, rest);
                    Term both = term_concat(terms, term_constant(terms, rest, high), x);
                    check_value(terms, &assignment, both, a | high << width, "concat", width, high, a);
                    both = term_concat(terms, x, term_constant(terms, rest, high));
                    check_value(terms, &assignment, both, a << rest | high, "concat", width, a, high);
                }
                free_assignment(&assignment);
            }
        }
        terms_free(terms);
    }
}

// outer(inner(x, c), d) with the constants on either side, for every x, c and d of `width` bits.
static void check_compositions(uint32_t width, Operation inner, Operation outer)
{
    uint64_t limit = UINT64_C(1) << width;
    TermTable *terms = terms_create();
    Term x = term_symbol(terms, width, "x");
    for (uint64_t c = 0; c < limit; c++)
        for (uint64_t d = 0; d < limit; d++)
            for (uint32_t sides = 0; sides < 4; sides++) {
                bool inner_swapped = sides & 1, outer_swapped = sides & 2;
                Term first = term_constant(terms, width, c), second = term_constant(terms, width, d);
                Term part = inner_swapped ? build_binary(terms, inner, first, x) : build_binary(terms, inner, x, first);
                if (is_comparison(inner))
                    part = term_zero_extend(terms, part, width);
                Term whole =
                    outer_swapped ? build_binary(terms, outer, second, part) : build_binary(terms, outer, part, second);
                for (uint64_t value = 0; value < limit; value++) {
                    Assignment assignment = {0};
                    assign(&assignment, x, value);
                    uint64_t middle = inner_swapped ? native(inner, width, c, value) : native(inner, width, value, c);
                    uint64_t expected =
                        outer_swapped ? native(outer, width, d, middle) : native(outer, width, middle, d);
                    check_value(terms, &assignment, whole, expected, operation_names[outer], width, middle, d);
                    free_assignment(&assignment);
                }
            }
    terms_free(terms);
}

static void compositions_are_right_for_every_value_of_small_widths(void **state)
{
    (void)state;
    for (uint32_t width = 1; width <= 3; width++)
        for (Operation inner = OPERATION_and; inner <= OPERATION_sle; inner++)
            for (Operation outer = OPERATION_and; outer <= OPERATION_sle; outer++)
                check_compositions(width, inner, outer);
}

// Every binary operation on every pair of these, for every value of the symbols: what the rules for two terms of some
// structure make of them.
static void pairs_of_structured_terms_are_right_for_every_value(void **state)
{
    (void)state;
    TermTable *t = terms_create();
    Term x = term_symbol(t, 2, "x"), y = term_symbol(t, 2, "y"), b = term_symbol(t, 1, "b");
    Term xy = term_concat(t, x, y), yx = term_concat(t, y, x), two = term_constant(t, 2, 2);
    Term zero_x = term_zero_extend(t, x, 4), sign_x = term_sign_extend(t, x, 4), zero_y = term_zero_extend(t, y, 4);
    Term five = term_constant(t, 4, 5), product = term_mul(t, xy, yx);
    const Term parts[] = {
        xy,
        yx,
        zero_x,
        sign_x,
        zero_y,
        product,
        five,
        term_sign_extend(t, y, 4),
        term_zero_extend(t, b, 4),
        term_sign_extend(t, b, 4),
        term_concat(t, x, two),
        term_concat(t, y, two),
        term_concat(t, two, x),
        term_concat(t, two, y),
        term_concat(t, x, x),
        term_concat(t, b, term_concat(t, x, b)),
        term_zero_extend(t, term_concat(t, b, x), 4),
        term_not(t, xy),
        term_negate(t, xy),
        term_add(t, xy, five),
        term_add(t, xy, product),
        term_sub(t, xy, product),
        term_sub(t, product, xy),
        term_xor(t, xy, product),
        term_xor(t, product, five),
        term_and(t, xy, product),
        term_or(t, xy, product),
        term_and(t, product, five),
        term_or(t, product, five),
        term_not(t, term_and(t, xy, product)),
        term_not(t, product),
        term_ite(t, b, xy, yx),
        term_ite(t, b, five, xy),
        term_ite(t, b, xy, five),
        term_ite(t, b, five, term_constant(t, 4, 12)),
        term_mul(t, product, five),
        term_mul(t, product, term_constant(t, 4, 6)),
        term_urem(t, xy, five),
        term_constant(t, 4, 0),
        term_constant(t, 4, 8),
        term_constant(t, 4, 15),
    };
    enum { PART_COUNT = sizeof parts / sizeof *parts, VALUE_COUNT = 32 };
    uint64_t values[VALUE_COUNT][PART_COUNT];
    Assignment assignments[VALUE_COUNT] = {0};
    for (uint32_t v = 0; v < VALUE_COUNT; v++) {
        assign(&assignments[v], x, v & 3);
        assign(&assignments[v], y, v >> 2 & 3);
        assign(&assignments[v], b, v >> 4);
        for (uint32_t i = 0; i < PART_COUNT; i++)
            values[v][i] = term_evaluate(t, parts[i], value_of_symbol, &assignments[v]);
    }
    for (uint32_t i = 0; i < PART_COUNT; i++)
        for (uint32_t j = 0; j < PART_COUNT; j++)
            for (Operation operation = OPERATION_and; operation <= OPERATION_sle; operation++) {
                Term whole = build_binary(t, operation, parts[i], parts[j]);
                for (uint32_t v = 0; v < VALUE_COUNT; v++) {
                    uint64_t expected = native(operation, 4, values[v][i], values[v][j]);
                    check_value(t, &assignments[v], whole, expected, operation_names[operation], 4, values[v][i],
                                values[v][j]);
                }
            }
    for (uint32_t v = 0; v < VALUE_COUNT; v++)
        free_assignment(&assignments[v]);
    terms_free(t);
}

// A random expression graph, kept as a list of operations so that it can be computed natively and built as terms again
// and again.
typedef struct Step {
    bool is_input;
    bool is_constant;
    Operation operation;
    uint32_t width;
    uint32_t operands[3];
    uint32_t low;
    uint64_t value; // of a constant
} Step;

enum { STEP_COUNT = 60 };

typedef struct Graph {
    Step steps[STEP_COUNT];
    uint64_t random;
    uint64_t allowed; // operations, one bit each: few at a time meet each other more often
} Graph;

static uint64_t draw(Graph *graph, uint64_t limit)
{
    return random_next(&graph->random) % limit;
}

// An earlier step of the given width (0: any), the more recent the likelier; a new constant's place if there is none.
static bool find_operand(Graph *graph, uint32_t count, uint32_t width, uint32_t *found)
{
    for (uint32_t tries = 0; tries < 40; tries++) {
        uint32_t recent = count > 12 && draw(graph, 3) ? 12 : count;
        uint32_t candidate = count - 1 - (uint32_t)draw(graph, recent);
        if (width == 0 || graph->steps[candidate].width == width) {
            *found = candidate;
            return true;
        }
    }
    return false;
}

static Step random_leaf(Graph *graph, uint32_t width)
{
    if (draw(graph, 5) < 2)
        return (Step){.is_input = true, .width = width};
    return (Step){
        .is_constant = true, .width = width, .value = sample_value(width, (uint32_t)draw(graph, 30), &graph->random)};
}

static bool random_step(Graph *graph, uint32_t count, Step *step)
{
    Operation operation = (Operation)draw(graph, OPERATION_COUNT);
    if (!(graph->allowed >> operation & 1))
        return false;
    *step = (Step){.operation = operation};
    if (!find_operand(graph, count, 0, &step->operands[0]))
        return false;
    uint32_t width = graph->steps[step->operands[0]].width;
    step->width = width;
    switch (operation) {
    case OPERATION_not:
    case OPERATION_negate:
        return true;
    case OPERATION_ite:
        return find_operand(graph, count, width, &step->operands[1]) &&
               find_operand(graph, count, 1, &step->operands[2]);
    case OPERATION_concat:
        if (!find_operand(graph, count, 0, &step->operands[1]))
            return false;
        step->width = width + graph->steps[step->operands[1]].width;
        return step->width <= 64;
    case OPERATION_extract:
        step->low = (uint32_t)draw(graph, width);
        if (width > 8 && draw(graph, 2))
            step->low &= ~7u;
        step->width = 1 + (uint32_t)draw(graph, width - step->low);
        if (step->width > 8 && draw(graph, 2))
            step->width = 8;
        return true;
    case OPERATION_zero_extend:
    case OPERATION_sign_extend:
        step->width = width + (uint32_t)draw(graph, 65 - width);
        if (draw(graph, 2) && width <= 32)
            step->width = 32;
        return true;
    default:
        if (is_comparison(operation))
            step->width = 1;
        return find_operand(graph, count, width, &step->operands[1]);
    }
}

static void draw_graph(Graph *graph, uint64_t seed)
{
    static const uint32_t leaf_widths[4][10] = {{1, 1, 2, 7, 8, 8, 16, 32, 32, 64},
                                                {1, 1, 1, 2, 2, 3, 3, 4, 8, 8},
                                                {1, 1, 1, 1, 2, 2, 2, 2, 2, 2},
                                                {1, 2, 4, 4, 4, 4, 4, 8, 8, 8}};
    *graph = (Graph){.random = seed};
    for (uint32_t i = 0; i < 5; i++)
        graph->allowed |= UINT64_C(1) << draw(graph, OPERATION_COUNT);
    if (draw(graph, 3) == 0)
        graph->allowed = UINT64_MAX;
    uint32_t count = 0;
    for (; count < 10; count++)
        graph->steps[count] = random_leaf(graph, leaf_widths[seed % 4][count]);
    while (count < STEP_COUNT) {
        Step step;
        if (draw(graph, 8) == 0) {
            uint32_t like;
            find_operand(graph, count, 0, &like);
            graph->steps[count++] = random_leaf(graph, graph->steps[like].width);
        } else if (random_step(graph, count, &step)) {
            graph->steps[count++] = step;
        }
    }
}

static uint64_t compute_step(const Graph *graph, const Step *step, const uint64_t *values)
{
    uint64_t a = values[step->operands[0]], b = values[step->operands[1]];
    uint32_t width_a = graph->steps[step->operands[0]].width, width_b = graph->steps[step->operands[1]].width;
    switch (step->operation) {
    case OPERATION_ite:
        return values[step->operands[2]] ? a : b;
    case OPERATION_concat:
        return a << width_b | b;
    case OPERATION_extract:
        return cut(a >> step->low, step->width);
    case OPERATION_zero_extend:
        return a;
    case OPERATION_sign_extend:
        return cut((uint64_t)as_signed(a, width_a), step->width);
    default:
        return native(step->operation, width_a, a, b);
    }
}

// `inputs` gives the value of each input step; the value of every step goes to `values`.
static void compute_graph(const Graph *graph, const uint64_t *inputs, uint64_t *values)
{
    for (uint32_t i = 0; i < STEP_COUNT; i++) {
        const Step *step = &graph->steps[i];
        values[i] = step->is_input ? inputs[i] : step->is_constant ? step->value : compute_step(graph, step, values);
    }
}

static Term build_step(TermTable *terms, const Step *step, const Term *built)
{
    Term a = built[step->operands[0]], b = built[step->operands[1]];
    switch (step->operation) {
    case OPERATION_not:
    case OPERATION_negate:
        return build_unary(terms, step->operation, a);
    case OPERATION_ite:
        return term_ite(terms, built[step->operands[2]], a, b);
    case OPERATION_concat:
        return term_concat(terms, a, b);
    case OPERATION_extract:
        return term_extract(terms, a, step->low, step->width);
    case OPERATION_zero_extend:
        return term_zero_extend(terms, a, step->width);
    case OPERATION_sign_extend:
        return term_sign_extend(terms, a, step->width);
    default:
        return build_binary(terms, step->operation, a, b);
    }
}

// `inputs` gives the terms of the input steps.
static void build_graph(TermTable *terms, const Graph *graph, const Term *inputs, Term *built)
{
    for (uint32_t i = 0; i < STEP_COUNT; i++) {
        const Step *step = &graph->steps[i];
        if (step->is_input)
            built[i] = inputs[i];
        else
            built[i] =
                step->is_constant ? term_constant(terms, step->width, step->value) : build_step(terms, step, built);
        assert_int_equal(term_width(terms, built[i]), step->width);
    }
}

static void check_graph(const Graph *graph)
{
    TermTable *terms = terms_create();
    Term inputs[STEP_COUNT] = {0}, built[STEP_COUNT], again[STEP_COUNT];
    for (uint32_t i = 0; i < STEP_COUNT; i++)
        if (graph->steps[i].is_input)
            inputs[i] = term_symbol(terms, graph->steps[i].width, NULL);
    build_graph(terms, graph, inputs, built);
    uint32_t count = terms_count(terms);
    build_graph(terms, graph, inputs, again);
    assert_memory_equal(built, again, sizeof built);
    assert_int_equal(terms_count(terms), count);

    uint64_t random = graph->random;
    for (uint32_t round = 0; round < 8; round++) {
        uint64_t values[STEP_COUNT], native_inputs[STEP_COUNT] = {0};
        Assignment assignment = {0};
        Map replacements = {0};
        for (uint32_t i = 0; i < STEP_COUNT; i++) {
            if (!inputs[i])
                continue;
            uint32_t width = graph->steps[i].width;
            native_inputs[i] = sample_value(width, (uint32_t)(random_next(&random) % 30), &random);
            assign(&assignment, inputs[i], native_inputs[i]);
            if (random_next(&random) % 2)
                *map_insert(&replacements, inputs[i]) = term_constant(terms, width, native_inputs[i]);
        }
        compute_graph(graph, native_inputs, values);
        for (uint32_t i = 0; i < STEP_COUNT; i++) {
            const Step *step = &graph->steps[i];
            const char *name = step->is_input || step->is_constant ? "leaf" : operation_names[step->operation];
            check_value(terms, &assignment, built[i], values[i], name, step->width, values[step->operands[0]],
                        values[step->operands[1]]);
            Term substituted = term_substitute(terms, built[i], replace_symbol, &replacements);
            assert_int_equal(term_width(terms, substituted), step->width);
            check_value(terms, &assignment, substituted, values[i], name, step->width, values[step->operands[0]],
                        values[step->operands[1]]);
            check_round_trips(terms, substituted);
        }
        free_assignment(&assignment);
        map_free(&replacements);
    }
    for (uint32_t i = 0; i < STEP_COUNT; i++)
        check_round_trips(terms, built[i]);
    terms_free(terms);
}

static void random_expressions_agree_with_native_arithmetic(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        Graph graph;
        draw_graph(&graph, seed * 7919);
        check_graph(&graph);
    }
}

static void terms_are_rebuilt_from_their_parts(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        Graph graph;
        draw_graph(&graph, seed * 104729);
        TermTable *terms = terms_create(), *copy = terms_create();
        Term inputs[STEP_COUNT] = {0}, built[STEP_COUNT];
        for (uint32_t i = 0; i < STEP_COUNT; i++)
            if (graph.steps[i].is_input)
                inputs[i] = term_symbol(terms, graph.steps[i].width, NULL);
        build_graph(terms, &graph, inputs, built);
        uint32_t count = terms_count(terms);
        Assignment assignment = {0}, copied = {0};
        VECTOR(Term) rebuilt = {0};
        vector_resize(&rebuilt, count + 1);
        for (Term term = 1; term <= count; term++) {
            Term operands[3] = {0};
            for (uint32_t i = 0; i < term_operand_count(terms, term); i++)
                operands[i] = rebuilt.data[term_operand(terms, term, i)];
            TermKind kind = term_kind(terms, term);
            uint64_t number = kind == TERM_constant ? term_constant_value(terms, term) : term_low_bit(terms, term);
            Term result = term_rebuild(copy, kind, term_width(terms, term), operands, number);
            rebuilt.data[term] = result;
            assert_int_equal(term_width(copy, result), term_width(terms, term));
            if (kind == TERM_symbol) {
                uint64_t value = cut(hash_mix(term + seed), term_width(terms, term));
                assign(&assignment, term, value);
                assign(&copied, result, value);
            }
            assert_int_equal(term_evaluate(copy, result, value_of_symbol, &copied),
                             term_evaluate(terms, term, value_of_symbol, &assignment));
        }
        vector_free(&rebuilt);
        free_assignment(&assignment);
        free_assignment(&copied);
        terms_free(terms);
        terms_free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binary_operators_agree_with_native_arithmetic),
        cmocka_unit_test(other_operators_agree_with_native_arithmetic),
        cmocka_unit_test(compositions_are_right_for_every_value_of_small_widths),
        cmocka_unit_test(pairs_of_structured_terms_are_right_for_every_value),
        cmocka_unit_test(random_expressions_agree_with_native_arithmetic),
        cmocka_unit_test(terms_are_rebuilt_from_their_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
