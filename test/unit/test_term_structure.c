// Which terms are one term, walks over terms, deep terms, and terms as text.
#include "term_check.h"

static void equal_constructions_give_one_term(void **state)
{
    (void)state;
    TermTable *terms = terms_create();
    Term x = term_symbol(terms, 32, "x"), y = term_symbol(terms, 32, "y");
    assert_int_not_equal(x, term_symbol(terms, 32, "x"));
    assert_int_not_equal(x, NO_TERM);
    Term sum = term_add(terms, x, y);
    uint32_t count = terms_count(terms);
    assert_int_equal(sum, term_add(terms, x, y));
    assert_int_equal(sum, term_add(terms, y, x));
    assert_int_equal(terms_count(terms), count);
    assert_int_equal(term_kind(terms, sum), TERM_add);
    assert_int_equal(term_operand_count(terms, sum), 2);
    assert_int_not_equal(term_mul(terms, x, y), sum);
    assert_int_not_equal(term_constant(terms, 8, 5), term_constant(terms, 16, 5));
    assert_int_equal(term_constant(terms, 8, 0x105), term_constant(terms, 8, 5));
    assert_string_equal(term_symbol_name(terms, x), "x");
    assert_string_equal(term_symbol_name(terms, term_symbol(terms, 1, NULL)), "");
    assert_true(term_is_true(terms, term_boolean(terms, true)));
    assert_true(term_is_false(terms, term_boolean(terms, false)));
    assert_false(term_is_true(terms, term_constant(terms, 8, 1)));
    assert_false(term_is_false(terms, x));

    // many more terms than the first hash table has room for
    Term sums[5000];
    for (uint32_t i = 0; i < 5000; i++)
        sums[i] = term_ult(terms, sum, term_constant(terms, 32, i * 77 + 5));
    for (uint32_t i = 0; i < 5000; i++)
        assert_int_equal(sums[i], term_ult(terms, sum, term_constant(terms, 32, i * 77 + 5)));
    terms_free(terms);
}

static void assert_same(TermTable *terms, Term a, Term b)
{
    if (a == b)
        return;
    Text text = {0};
    term_append(terms, a, &text);
    text_append(&text, " is not ");
    term_append(terms, b, &text);
    fail_msg("%s", text_string(&text));
}

static void arithmetic_is_simplified(void **state)
{
    (void)state;
    TermTable *t = terms_create();
    Term x = term_symbol(t, 32, "x"), y = term_symbol(t, 32, "y"), zero = term_constant(t, 32, 0);
    Term one = term_constant(t, 32, 1), five = term_constant(t, 32, 5), ones = term_constant(t, 32, UINT64_MAX);
    Term c = term_symbol(t, 1, "c");
    assert_same(t, term_add(t, term_add(t, x, five), term_constant(t, 32, UINT64_MAX - 4)), x);
    assert_same(t, term_sub(t, x, x), zero);
    assert_same(t, term_sub(t, term_add(t, x, y), x), y);
    assert_same(t, term_sub(t, x, term_add(t, x, y)), term_negate(t, y));
    assert_same(t, term_add(t, term_sub(t, x, y), y), x);
    assert_same(t, term_negate(t, term_sub(t, x, y)), term_sub(t, y, x));
    assert_same(t, term_add(t, term_not(t, x), one), term_negate(t, x));
    assert_same(t, term_add(t, term_add(t, x, one), term_add(t, y, five)),
                term_add(t, term_add(t, y, x), term_constant(t, 32, 6)));
    assert_same(t, term_xor(t, term_xor(t, x, y), x), y);
    assert_same(t, term_xor(t, x, ones), term_not(t, x));
    assert_same(t, term_not(t, term_not(t, x)), x);
    assert_same(t, term_and(t, x, term_not(t, x)), zero);
    assert_same(t, term_or(t, x, term_not(t, x)), ones);
    assert_same(t, term_and(t, x, term_or(t, x, y)), x);
    assert_same(t, term_mul(t, x, zero), zero);
    assert_same(t, term_mul(t, x, one), x);
    assert_same(t, term_mul(t, x, term_constant(t, 32, 8)), term_shl(t, x, term_constant(t, 32, 3)));
    assert_same(t, term_mul(t, term_mul(t, x, five), term_constant(t, 32, 3)),
                term_mul(t, x, term_constant(t, 32, 15)));
    assert_same(t, term_udiv(t, x, term_constant(t, 32, 16)), term_lshr(t, x, term_constant(t, 32, 4)));
    assert_same(t, term_urem(t, x, term_constant(t, 32, 16)), term_and(t, x, term_constant(t, 32, 15)));
    assert_same(t, term_and(t, x, term_constant(t, 32, 0xff)), term_zero_extend(t, term_extract(t, x, 0, 8), 32));
    assert_same(t, term_shl(t, term_shl(t, x, one), one), term_shl(t, x, term_constant(t, 32, 2)));
    assert_same(t, term_lshr(t, x, term_constant(t, 32, 32)), zero);
    assert_same(t, term_mul(t, term_shl(t, x, one), five), term_mul(t, x, term_constant(t, 32, 10)));
    assert_same(t, term_sdiv(t, x, ones), term_negate(t, x));
    assert_same(t, term_negate(t, term_ite(t, c, five, one)),
                term_ite(t, c, term_negate(t, five), term_negate(t, one)));
    assert_int_not_equal(term_kind(t, term_sdiv(t, x, term_constant(t, 32, 4))), TERM_sdiv);
    assert_int_not_equal(term_kind(t, term_srem(t, x, term_constant(t, 32, 4))), TERM_srem);
    assert_same(t, term_extract(t, term_add(t, term_sign_extend(t, term_extract(t, x, 0, 8), 32), one), 0, 8),
                term_add(t, term_extract(t, x, 0, 8), term_constant(t, 8, 1)));
    terms_free(t);
}

static void comparisons_are_simplified(void **state)
{
    (void)state;
    TermTable *t = terms_create();
    Term x = term_symbol(t, 32, "x"), b = term_symbol(t, 1, "b"), c = term_symbol(t, 8, "c");
    Term zero = term_constant(t, 32, 0), one = term_constant(t, 32, 1), five = term_constant(t, 32, 5);
    Term yes = term_boolean(t, true), no = term_boolean(t, false);
    assert_same(t, term_equal(t, term_add(t, x, five), one), term_equal(t, x, term_constant(t, 32, UINT64_MAX - 3)));
    assert_same(t, term_equal(t, x, x), yes);
    assert_same(t, term_equal(t, term_add(t, x, one), x), no);
    assert_same(t, term_equal(t, b, yes), b);
    assert_same(t, term_equal(t, no, b), term_not(t, b));
    Term number = term_zero_extend(t, b, 32);
    assert_same(t, term_equal(t, number, zero), term_not(t, b));
    assert_same(t, term_not(t, term_equal(t, number, zero)), b);
    assert_same(t, term_equal(t, number, one), b);
    assert_same(t, term_equal(t, number, five), no);
    assert_same(t, term_ite(t, b, one, zero), number);
    assert_same(t, term_equal(t, term_ite(t, b, one, zero), zero), term_not(t, b));
    assert_same(t, term_ite(t, b, yes, no), b);
    assert_same(t, term_ite(t, b, x, x), x);
    assert_same(t, term_equal(t, term_ite(t, b, five, x), five), term_or(t, b, term_equal(t, x, five)));
    assert_same(t, term_ult(t, x, zero), no);
    assert_same(t, term_ult(t, x, x), no);
    assert_same(t, term_ult(t, x, one), term_equal(t, x, zero));
    assert_same(t, term_ule(t, x, five), term_ult(t, x, term_constant(t, 32, 6)));
    assert_same(t, term_slt(t, five, x), term_not(t, term_sle(t, x, five)));
    Term wide = term_zero_extend(t, c, 32);
    assert_same(t, term_ult(t, wide, term_constant(t, 32, 256)), yes);
    assert_same(t, term_slt(t, wide, zero), no);
    assert_same(t, term_slt(t, wide, five), term_ult(t, c, term_constant(t, 8, 5)));
    assert_same(t, term_equal(t, wide, term_constant(t, 32, 300)), no);
    assert_same(t, term_equal(t, wide, five), term_equal(t, c, term_constant(t, 8, 5)));
    Term extended = term_sign_extend(t, c, 32);
    assert_same(t, term_slt(t, extended, term_constant(t, 32, 128)), yes);
    assert_same(t, term_slt(t, extended, five), term_slt(t, c, term_constant(t, 8, 5)));
    Term y = term_symbol(t, 32, "y"), d = term_symbol(t, 8, "d");
    assert_same(t, term_ite(t, b, zero, one), term_zero_extend(t, term_not(t, b), 32));
    assert_same(t, term_ite(t, b, term_ult(t, x, y), yes), term_or(t, term_not(t, b), term_ult(t, x, y)));
    assert_same(t, term_ite(t, term_equal(t, x, y), x, y), y);
    assert_same(t, term_ite(t, b, x, term_ite(t, b, five, y)), term_ite(t, b, x, y));
    assert_same(t, term_ult(t, wide, term_zero_extend(t, d, 32)), term_ult(t, c, d));
    assert_same(t, term_slt(t, wide, term_zero_extend(t, d, 32)), term_ult(t, c, d));
    assert_same(t, term_slt(t, extended, term_sign_extend(t, d, 32)), term_slt(t, c, d));
    assert_same(t, term_equal(t, extended, term_sign_extend(t, d, 32)), term_equal(t, c, d));
    assert_same(t, term_equal(t, term_not(t, x), term_not(t, y)), term_equal(t, x, y));
    assert_same(t, term_equal(t, term_sub(t, x, y), zero), term_equal(t, x, y));
    assert_same(t, term_equal(t, term_mul(t, x, five), term_constant(t, 32, 35)),
                term_equal(t, x, term_constant(t, 32, 7)));
    assert_same(t, term_ult(t, term_concat(t, c, b), term_concat(t, d, b)), term_ult(t, c, d));
    Term is_five = term_equal(t, x, five), is_one = term_equal(t, x, one);
    assert_same(t, term_and(t, is_five, is_one), no);
    assert_same(t, term_and(t, is_five, term_not(t, is_one)), is_five);
    assert_same(t, term_or(t, term_not(t, is_five), term_not(t, is_one)), yes);
    terms_free(t);
}

static void pieces_put_together_give_the_whole(void **state)
{
    (void)state;
    TermTable *t = terms_create();
    Term x = term_symbol(t, 64, "x"), y = term_symbol(t, 16, "y"), z = term_symbol(t, 8, "z"),
         c = term_symbol(t, 1, "c");
    Term y32 = term_symbol(t, 32, "w");
    const Term wholes[] = {
        x,
        y,
        z,
        term_add(t, x, term_sign_extend(t, y, 64)),
        term_zero_extend(t, y, 64),
        term_sign_extend(t, z, 64),
        term_sign_extend(t, c, 32),
        term_zero_extend(t, c, 32),
        term_concat(t, y, y),
        term_concat(t, z, term_concat(t, c, term_extract(t, x, 3, 7))),
        term_extract(t, x, 5, 32),
        term_add(t, term_zero_extend(t, z, 32), term_constant(t, 32, 1)),
        term_constant(t, 64, 0x0123456789abcdef),
        term_ite(t, c, term_constant(t, 32, 7), term_constant(t, 32, 0x80000000)),
        term_shl(t, y32, term_constant(t, 32, 5)),
        term_ashr(t, y32, term_constant(t, 32, 5)),
    };
    for (uint32_t i = 0; i < sizeof wholes / sizeof *wholes; i++)
        check_round_trips(t, wholes[i]);
    assert_same(t, term_concat(t, term_extract(t, x, 24, 8), term_extract(t, x, 8, 16)), term_extract(t, x, 8, 24));
    assert_same(t, term_extract(t, term_concat(t, y, z), 8, 16), y);
    assert_same(t, term_extract(t, term_concat(t, y, z), 0, 8), z);

    // b1 << 8 | b0, as C programs put bytes together
    Term high = term_shl(t, term_zero_extend(t, term_extract(t, y, 8, 8), 32), term_constant(t, 32, 8));
    Term low = term_zero_extend(t, term_extract(t, y, 0, 8), 32);
    assert_same(t, term_or(t, high, low), term_zero_extend(t, y, 32));
    assert_same(t, term_add(t, low, high), term_zero_extend(t, y, 32));
    terms_free(t);
}

static void evaluation_asks_for_a_symbol_once(void **state)
{
    (void)state;
    TermTable *terms = terms_create();
    Term x = term_symbol(terms, 32, "x"), y = term_symbol(terms, 32, "y"), z = term_symbol(terms, 32, "z");
    // without sharing, 2 to the 60 parts
    Term term = term_mul(terms, x, y);
    for (uint32_t i = 0; i < 60; i++)
        term = term_mul(terms, term_xor(terms, term, x), term_add(terms, term, y));
    Assignment assignment = {0};
    assign(&assignment, x, 3);
    assign(&assignment, y, 5);
    assign(&assignment, z, 0);
    uint64_t first = term_evaluate(terms, term, value_of_symbol, &assignment);
    assert_int_equal(*map_find(&assignment.asked, x), 1);
    assert_int_equal(*map_find(&assignment.asked, y), 1);
    assert_null(map_find(&assignment.asked, z));
    assert_int_equal(term_evaluate(terms, term, value_of_symbol, &assignment), first);
    assert_int_equal(*map_find(&assignment.asked, x), 2);
    uint32_t expected = 15;
    for (uint32_t i = 0; i < 60; i++)
        expected = (expected ^ 3) * (expected + 5);
    assert_int_equal(first, expected);
    // the value of a symbol may have more bits than the symbol
    assign(&assignment, x, 0xff00000003);
    assert_int_equal(term_evaluate(terms, term, value_of_symbol, &assignment), expected);
    assert_int_equal(term_evaluate(terms, x, value_of_symbol, &assignment), 3);
    free_assignment(&assignment);
    terms_free(terms);
}

typedef struct Nested {
    TermTable *terms;
    Term inner;
    Term symbol;
} Nested;

static uint64_t value_by_evaluation(void *context, Term symbol)
{
    Nested *nested = context;
    if (symbol == nested->symbol)
        return 7;
    return term_evaluate(nested->terms, nested->inner, value_by_evaluation, nested);
}

static Term replacement_by_substitution(void *context, Term symbol)
{
    Nested *nested = context;
    if (symbol == nested->symbol)
        return term_constant(nested->terms, 32, 7);
    return term_substitute(nested->terms, nested->inner, replacement_by_substitution, nested);
}

static void walks_may_be_nested(void **state)
{
    (void)state;
    TermTable *terms = terms_create();
    Term x = term_symbol(terms, 32, "x"), y = term_symbol(terms, 32, "y");
    Nested nested = {.terms = terms, .symbol = y, .inner = term_mul(terms, y, y)};
    Term outer = term_sub(terms, term_mul(terms, x, term_add(terms, y, x)), y);
    assert_int_equal(term_evaluate(terms, outer, value_by_evaluation, &nested), 49 * 56 - 7);
    Term replaced = term_substitute(terms, outer, replacement_by_substitution, &nested);
    assert_same(terms, replaced, term_constant(terms, 32, 49 * 56 - 7));
    terms_free(terms);
}

typedef VECTOR(Term) TermVector;

static void collect_symbol(void *context, Term symbol)
{
    TermVector *symbols = context;
    vector_push(symbols, symbol);
}

static void marks_remember_what_was_visited(void **state)
{
    (void)state;
    TermTable *terms = terms_create();
    Term x = term_symbol(terms, 32, "x"), y = term_symbol(terms, 32, "y"), z = term_symbol(terms, 32, "z");
    Term xy = term_mul(terms, x, term_add(terms, y, x)), yz = term_udiv(terms, y, term_xor(terms, z, y));
    TermVector symbols = {0};
    uint32_t mark = terms_new_mark(terms);
    term_each_symbol(terms, xy, mark, collect_symbol, &symbols);
    assert_int_equal(symbols.count, 2);
    assert_true((symbols.data[0] == x && symbols.data[1] == y) || (symbols.data[0] == y && symbols.data[1] == x));
    term_each_symbol(terms, xy, mark, collect_symbol, &symbols);
    term_each_symbol(terms, x, mark, collect_symbol, &symbols);
    assert_int_equal(symbols.count, 2);
    term_each_symbol(terms, yz, mark, collect_symbol, &symbols);
    assert_int_equal(symbols.count, 3);
    assert_int_equal(symbols.data[2], z);
    uint32_t other = terms_new_mark(terms);
    assert_int_not_equal(other, mark);
    term_each_symbol(terms, yz, other, collect_symbol, &symbols);
    assert_int_equal(symbols.count, 5);
    term_each_symbol(terms, term_constant(terms, 8, 3), other, collect_symbol, &symbols);
    assert_int_equal(symbols.count, 5);
    vector_free(&symbols);
    terms_free(terms);
}

static uint64_t value_by_id(void *context, Term symbol)
{
    (void)context;
    return hash_mix(symbol);
}

static Term constant_by_id(void *context, Term symbol)
{
    TermTable *terms = context;
    return term_constant(terms, term_width(terms, symbol), hash_mix(symbol));
}

static uint32_t greatest_depth(const TermTable *terms)
{
    VECTOR(uint32_t) depths = {0};
    uint32_t greatest = 0;
    vector_resize(&depths, terms_count(terms) + 1);
    for (Term part = 1; part <= terms_count(terms); part++) {
        for (uint32_t i = 0; i < term_operand_count(terms, part); i++) {
            Term operand = term_operand(terms, part, i);
            assert_true(operand < part);
            if (depths.data[part] <= depths.data[operand])
                depths.data[part] = depths.data[operand] + 1;
        }
        if (depths.data[part] > greatest)
            greatest = depths.data[part];
    }
    vector_free(&depths);
    return greatest;
}

// Everything that walks over a term, on a deep one.
static void check_walks(TermTable *terms, Term term, uint64_t expected, uint32_t symbol_count)
{
    assert_int_equal(term_evaluate(terms, term, value_by_id, NULL), expected);
    TermVector symbols = {0};
    term_each_symbol(terms, term, terms_new_mark(terms), collect_symbol, &symbols);
    assert_true(symbols.count > 0 && symbols.count <= symbol_count);
    Map replacements = {0};
    *map_insert(&replacements, symbols.data[0]) = constant_by_id(terms, symbols.data[0]);
    Term partly = term_substitute(terms, term, replace_symbol, &replacements);
    assert_int_equal(term_evaluate(terms, partly, value_by_id, NULL), expected);
    Term number = term_substitute(terms, term, constant_by_id, terms);
    assert_true(term_is_constant(terms, number));
    assert_int_equal(term_constant_value(terms, number), expected);
    Text text = {0};
    term_append(terms, term, &text);
    assert_true(text.length > 0 && text.length < 100000);
    text_clear(&text);
    if (terms_count(terms) < 500000) {
        terms_append_smt(terms, &term, 1, &text);
        assert_true(text.length > 0);
    }
    text_free(&text);
    map_free(&replacements);
    vector_free(&symbols);
}

// A chain of operations, each on the result of the one before, computed natively beside it: one operation again and
// again, or a random one each time (OPERATION_COUNT).
static void check_chain(Operation chosen, uint32_t width, uint32_t length)
{
    enum { SYMBOL_COUNT = 4 };
    TermTable *terms = terms_create();
    uint64_t random = width + (uint64_t)chosen * 64;
    Term symbols[SYMBOL_COUNT];
    for (uint32_t i = 0; i < SYMBOL_COUNT; i++)
        symbols[i] = term_symbol(terms, width, NULL);
    Term chain = symbols[0];
    uint64_t value = cut(hash_mix(chain), width);
    for (uint32_t i = 0; i < length; i++) {
        uint64_t choice = random_next(&random);
        Operation operation = chosen == OPERATION_COUNT ? (Operation)(choice % (OPERATION_sle + 1)) : chosen;
        Term other = symbols[choice / 32 % SYMBOL_COUNT];
        uint64_t other_value = cut(hash_mix(other), width), next_value;
        if (choice / 128 % 3 == 0) {
            other_value = sample_value(width, (uint32_t)(choice / 512 % 30), &random);
            other = term_constant(terms, width, other_value);
        }
        Term next;
        if (operation <= OPERATION_negate) {
            next = build_unary(terms, operation, chain);
            next_value = native(operation, width, value, 0);
        } else if (choice / 65536 % 2) {
            next = build_binary(terms, operation, chain, other);
            next_value = native(operation, width, value, other_value);
        } else {
            next = build_binary(terms, operation, other, chain);
            next_value = native(operation, width, other_value, value);
        }
        if (is_comparison(operation)) {
            next = term_ite(terms, next, chain, other);
            next_value = next_value ? value : other_value;
        }
        if (term_operand_count(terms, next) == 0)
            continue; // what would end the chain is left out
        chain = next;
        value = next_value;
    }
    if (chosen == OPERATION_COUNT && width > 1)
        assert_true(greatest_depth(terms) > length / 8);
    check_walks(terms, chain, value, SYMBOL_COUNT);
    terms_free(terms);
}

// However they were put together.
static void conjunctions_say_nothing_twice(void **state)
{
    (void)state;
    TermTable *terms = terms_create();
    enum { COUNT = 6 };
    Term parts[COUNT], all = term_boolean(terms, true);
    for (uint32_t i = 0; i < COUNT; i++) {
        parts[i] = term_ult(terms, term_symbol(terms, 32, "x"), term_symbol(terms, 32, "y"));
        all = term_conjoin(terms, parts[i], all);
    }
    assert_int_equal(term_conjoin(terms, all, all), all);
    assert_int_equal(term_conjoin(terms, term_boolean(terms, true), all), all);
    assert_true(term_is_false(terms, term_conjoin(terms, all, term_boolean(terms, false))));
    Term left = term_boolean(terms, true), right = left;
    for (uint32_t i = 0; i < COUNT; i++) {
        left = term_and(terms, left, term_and(terms, parts[COUNT - 1 - i], parts[i * 5 % COUNT]));
        right = term_and(terms, term_and(terms, parts[i], right), parts[i / 2]);
    }
    assert_int_equal(term_conjoin(terms, left, right), all);
    assert_int_equal(term_conjoin(terms, left, left), all);
    assert_true(term_is_false(terms, term_conjoin(terms, left, term_not(terms, parts[3]))));
    assert_true(term_is_false(terms, term_conjoin(terms, term_not(terms, all), all)));
    terms_free(terms);
}

static Term conjoin_parts(TermTable *terms, const Term *parts, uint32_t first, uint32_t count)
{
    Term all = term_boolean(terms, true);
    for (uint32_t i = first; i < first + count; i++)
        all = term_conjoin(terms, all, parts[i]);
    return all;
}

static void disjunctions_have_what_is_common_outside(void **state)
{
    (void)state;
    TermTable *terms = terms_create();
    Term parts[6];
    for (uint32_t i = 0; i < 6; i++)
        parts[i] = term_ult(terms, term_symbol(terms, 32, "x"), term_symbol(terms, 32, "y"));
    Term none = term_boolean(terms, false), any = term_boolean(terms, true);
    Term first = conjoin_parts(terms, parts, 0, 4), second = conjoin_parts(terms, parts, 2, 4);
    Term either = term_or(terms, conjoin_parts(terms, parts, 0, 2), conjoin_parts(terms, parts, 4, 2));
    Term expected = term_conjoin(terms, conjoin_parts(terms, parts, 2, 2), either);
    assert_int_equal(term_disjoin(terms, first, second), expected);
    assert_int_equal(term_disjoin(terms, second, first), expected);
    assert_int_equal(term_disjoin(terms, first, conjoin_parts(terms, parts, 1, 2)), conjoin_parts(terms, parts, 1, 2));
    assert_int_equal(term_disjoin(terms, first, none), first);
    assert_int_equal(term_disjoin(terms, none, first), first);
    assert_int_equal(term_disjoin(terms, first, any), any);
    assert_int_equal(term_disjoin(terms, first, first), first);
    terms_free(terms);
}

typedef struct Replaced {
    Term symbol, by;
} Replaced;

static Term replace_one(void *context, Term symbol)
{
    const Replaced *replaced = context;
    return symbol == replaced->symbol ? replaced->by : symbol;
}

static void conjuncts_are_substituted_one_by_one(void **state)
{
    (void)state;
    TermTable *terms = terms_create();
    Term x = term_symbol(terms, 32, "x"), y = term_symbol(terms, 32, "y"), z = term_symbol(terms, 32, "z");
    Term xy = term_ult(terms, x, y), zy = term_ult(terms, z, y), xz = term_ult(terms, x, z);
    Term all = term_conjoin(terms, term_conjoin(terms, xy, zy), xz);
    Replaced same = {.symbol = z, .by = x}, none = {.symbol = all, .by = x};
    assert_int_equal(term_substitute_each(terms, term_conjoin(terms, xy, zy), replace_one, &same), xy);
    assert_true(term_is_false(terms, term_substitute_each(terms, all, replace_one, &same)));
    assert_int_equal(term_substitute_each(terms, all, replace_one, &none), all);
    Term list[] = {xy, zy, xz, z};
    terms_substitute(terms, list, 4, replace_one, &same);
    assert_int_equal(list[0], xy);
    assert_int_equal(list[1], xy);
    assert_true(term_is_false(terms, list[2]));
    assert_int_equal(list[3], x);
    terms_free(terms);
}

static void deep_terms_do_not_exhaust_the_stack(void **state)
{
    (void)state;
    for (Operation operation = OPERATION_not; operation <= OPERATION_sle; operation++) {
        check_chain(operation, 32, 20000);
        check_chain(operation, 1, 20000);
    }
    for (uint32_t w = 0; w < TESTED_WIDTH_COUNT; w++)
        check_chain(OPERATION_COUNT, tested_widths[w], 20000);
    TermTable *terms = terms_create();
    Term x = term_symbol(terms, 32, "x"), y = term_symbol(terms, 32, "y"), chain = x;
    uint32_t value = (uint32_t)hash_mix(x), factor = (uint32_t)hash_mix(y);
    for (uint32_t i = 0; i < 500000; i++) {
        chain = term_mul(terms, term_xor(terms, chain, x), y);
        value = (value ^ (uint32_t)hash_mix(x)) * factor;
        if (i == 0)
            chain = term_mul(terms, x, y), value = (uint32_t)hash_mix(x) * factor;
    }
    assert_true(greatest_depth(terms) >= 900000);
    check_walks(terms, chain, value, 2);
    terms_free(terms);
}

static void assert_text(TermTable *terms, Term term, const char *expected)
{
    Text text = {0};
    term_append(terms, term, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static void terms_are_readable(void **state)
{
    (void)state;
    TermTable *t = terms_create();
    Term x = term_symbol(t, 32, "x"), y = term_symbol(t, 32, "y"), c = term_symbol(t, 1, "c"),
         d = term_symbol(t, 1, NULL);
    Term three = term_constant(t, 32, 3);
    assert_text(t, term_slt(t, term_add(t, x, three), y), "(x + 3) < y");
    assert_text(t, term_not(t, term_equal(t, x, three)), "x != 3");
    assert_text(t, term_sle(t, y, x), "x >= y");
    assert_text(t, term_ule(t, y, x), "x >=u y");
    assert_text(t, term_sub(t, x, y), "x - y");
    assert_text(t, term_add(t, x, term_constant(t, 32, UINT64_MAX)), "x + -1");
    assert_text(t, term_constant(t, 32, 0xdeadbeef), "0xdeadbeef");
    assert_text(t, term_and(t, c, term_or(t, d, term_ult(t, x, y))), "c && (s4 || (x <u y))");
    assert_text(t, term_ite(t, c, x, term_not(t, y)), "c ? x : ~y");
    assert_text(t, term_zero_extend(t, term_extract(t, x, 8, 8), 32), "zext32(x[15:8])");
    assert_text(t, term_extract(t, term_mul(t, x, y), 0, 4), "(x * y)[3:0]");
    assert_text(t, term_concat(t, term_extract(t, x, 0, 8), term_extract(t, x, 16, 8)), "concat(x[7:0], x[23:16])");
    assert_text(t, term_boolean(t, true), "true");
    terms_free(t);
}

static void terms_are_written_as_smt(void **state)
{
    (void)state;
    TermTable *t = terms_create();
    Term x = term_symbol(t, 8, "x"), y = term_symbol(t, 16, "y");
    Term wide = term_sign_extend(t, x, 16), less = term_slt(t, wide, y);
    Term choice = term_ite(t, less, y, term_mul(t, wide, term_constant(t, 16, 10)));
    Term roots[] = {term_extract(t, choice, 3, 8), less};
    Text text = {0}, expected = {0};
    terms_append_smt(t, roots, 2, &text);
    unsigned product = (unsigned)term_operand(t, choice, 2);
    text_format(&expected,
                "(declare-const s%u (_ BitVec 8))\n"
                "(declare-const s%u (_ BitVec 16))\n"
                "(define-fun t%u () (_ BitVec 16) ((_ sign_extend 8) s%u))\n"
                "(define-fun t%u () (_ BitVec 1) (ite (bvslt t%u s%u) (_ bv1 1) (_ bv0 1)))\n"
                "(define-fun t%u () (_ BitVec 16) (bvmul t%u (_ bv10 16)))\n"
                "(define-fun t%u () (_ BitVec 16) (ite (= t%u (_ bv1 1)) s%u t%u))\n"
                "(define-fun t%u () (_ BitVec 8) ((_ extract 10 3) t%u))\n",
                (unsigned)x, (unsigned)y, (unsigned)wide, (unsigned)x, (unsigned)less, (unsigned)wide, (unsigned)y,
                product, (unsigned)wide, (unsigned)choice, (unsigned)less, (unsigned)y, product, (unsigned)roots[0],
                (unsigned)choice);
    assert_string_equal(text_string(&text), text_string(&expected));
    text_clear(&text);
    term_append_smt_name(t, less, &text);
    text_append_character(&text, ' ');
    term_append_smt_name(t, x, &text);
    text_append_character(&text, ' ');
    term_append_smt_name(t, term_constant(t, 16, 10), &text);
    text_clear(&expected);
    text_format(&expected, "t%u s%u (_ bv10 16)", (unsigned)less, (unsigned)x);
    assert_string_equal(text_string(&text), text_string(&expected));
    text_free(&text);
    text_free(&expected);
    terms_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_constructions_give_one_term),
        cmocka_unit_test(arithmetic_is_simplified),
        cmocka_unit_test(comparisons_are_simplified),
        cmocka_unit_test(pieces_put_together_give_the_whole),
        cmocka_unit_test(evaluation_asks_for_a_symbol_once),
        cmocka_unit_test(walks_may_be_nested),
        cmocka_unit_test(marks_remember_what_was_visited),
        cmocka_unit_test(conjunctions_say_nothing_twice),
        cmocka_unit_test(disjunctions_have_what_is_common_outside),
        cmocka_unit_test(conjuncts_are_substituted_one_by_one),
        cmocka_unit_test(deep_terms_do_not_exhaust_the_stack),
        cmocka_unit_test(terms_are_readable),
        cmocka_unit_test(terms_are_written_as_smt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
