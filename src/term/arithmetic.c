// Construction of sums, products, quotients and shifts. Subtraction is the sum with the negation. Constants of a sum
// are collected into its second operand; shifts by constants are concats and extensions of extracts. At width 1
// everything is a connective.
#include "term/table.h"

static Term constant_like(TermTable *terms, Term a, uint64_t value)
{
    return term_constant(terms, table_width(terms, a), value);
}

static bool is_power_of_two(uint64_t value)
{
    return value && !(value & (value - 1));
}

static uint32_t exponent_of(uint64_t power)
{
    return (uint32_t)__builtin_ctzll(power);
}

// x of "x kind constant", the constant to `value`; NO_TERM if `a` is something else.
static Term without_constant(const TermTable *terms, TermKind kind, Term a, uint64_t *value)
{
    const TermNode *node = table_node(terms, a);
    if (node->kind != kind || !table_is_constant(terms, node->operands[1]))
        return NO_TERM;
    *value = table_value(terms, node->operands[1]);
    return node->operands[0];
}

// x, if `a` is x shifted left by a constant `amount`; else NO_TERM.
static Term shifted_left(const TermTable *terms, Term a, uint32_t *amount)
{
    const TermNode *node = table_node(terms, a);
    if (node->kind != TERM_concat || !table_is_value(terms, node->operands[1], 0))
        return NO_TERM;
    const TermNode *upper = table_node(terms, node->operands[0]);
    if (upper->kind != TERM_extract || upper->low != 0 || table_width(terms, upper->operands[0]) != node->width)
        return NO_TERM;
    *amount = table_width(terms, node->operands[1]);
    return upper->operands[0];
}

static Term shift_left(TermTable *terms, Term a, uint32_t amount)
{
    uint32_t width = table_width(terms, a);
    if (amount == 0)
        return a;
    if (amount >= width)
        return constant_like(terms, a, 0);
    return term_concat(terms, term_extract(terms, a, 0, width - amount), term_constant(terms, amount, 0));
}

static Term shift_right(TermTable *terms, Term a, uint64_t amount, bool is_signed)
{
    uint32_t width = table_width(terms, a);
    if (amount == 0)
        return a;
    if (amount >= width) {
        if (!is_signed)
            return constant_like(terms, a, 0);
        amount = width - 1;
    }
    Term rest = term_extract(terms, a, (uint32_t)amount, width - (uint32_t)amount);
    return is_signed ? term_sign_extend(terms, rest, width) : term_zero_extend(terms, rest, width);
}

// The sum of a term and a number. The complement of x counts as -x - 1.
static Term add_constant(TermTable *terms, Term a, uint64_t value)
{
    uint32_t width = table_width(terms, a);
    uint64_t mask = value_mask(width), inner_value;
    value &= mask;
    if (value == 0)
        return a;
    if (table_kind(terms, a) == TERM_not) {
        a = term_negate(terms, table_operand(terms, a, 0));
        value = (value - 1) & mask;
    }
    Term inner = without_constant(terms, TERM_add, a, &inner_value);
    if (inner) {
        a = inner;
        value = (value + inner_value) & mask;
    }
    if (table_is_constant(terms, a))
        return term_constant(terms, width, table_value(terms, a) + value);
    if (value == 0)
        return a;
    if (value == mask && table_kind(terms, a) == TERM_negate)
        return term_not(terms, table_operand(terms, a, 0));
    return table_intern(terms, TERM_add, width, 0, a, term_constant(terms, width, value), 0);
}

static bool are_opposite(const TermTable *terms, Term a, Term b)
{
    return (table_kind(terms, a) == TERM_negate && table_operand(terms, a, 0) == b) ||
           (table_kind(terms, b) == TERM_negate && table_operand(terms, b, 0) == a);
}

// What is left of the sum `a` when `b` cancels one of its two operands; NO_TERM if it does not.
static Term cancel(TermTable *terms, Term a, Term b)
{
    TermNode sum = *table_node(terms, a);
    if (sum.kind == TERM_add)
        for (uint32_t i = 0; i < 2; i++)
            if (are_opposite(terms, sum.operands[i], b))
                return sum.operands[1 - i];
    if (sum.kind == TERM_negate && table_kind(terms, sum.operands[0]) == TERM_add)
        for (uint32_t i = 0; i < 2; i++)
            if (table_operand(terms, sum.operands[0], i) == b)
                return term_negate(terms, table_operand(terms, sum.operands[0], 1 - i));
    return NO_TERM;
}

// Whether the low `count` bits of `a` are constant zeros in its structure.
static bool ends_in_zeros(const TermTable *terms, Term a, uint32_t count)
{
    const TermNode *node = table_node(terms, a);
    if (node->kind == TERM_zero_extend)
        node = table_node(terms, node->operands[0]);
    if (node->kind != TERM_concat)
        return false;
    const TermNode *last = table_node(terms, node->operands[1]);
    while (last->kind == TERM_concat)
        last = table_node(terms, last->operands[1]);
    return last->kind == TERM_constant && last->width >= count && !(table_node_value(last) & value_mask(count));
}

static bool bits_are_disjoint(const TermTable *terms, Term a, Term b)
{
    return table_kind(terms, b) == TERM_zero_extend &&
           ends_in_zeros(terms, a, table_width(terms, table_operand(terms, b, 0)));
}

// The sum of terms that carry no constants.
static Term add_terms(TermTable *terms, Term a, Term b)
{
    uint32_t width = table_width(terms, a);
    table_sort_operands(terms, &a, &b);
    if (a == b)
        return shift_left(terms, a, 1);
    if (are_opposite(terms, a, b))
        return term_constant(terms, width, 0);
    Term rest = cancel(terms, a, b);
    if (!rest)
        rest = cancel(terms, b, a);
    if (rest)
        return rest;
    if (bits_are_disjoint(terms, a, b) || bits_are_disjoint(terms, b, a))
        return term_or(terms, a, b);
    return table_intern(terms, TERM_add, width, 0, a, b, 0);
}

Term term_add(TermTable *terms, Term a, Term b)
{
    uint32_t width = table_width(terms, a);
    CHECK(width == table_width(terms, b));
    if (width == 1)
        return term_xor(terms, a, b);
    uint64_t collected = 0;
    Term sides[2] = {a, b};
    for (uint32_t i = 0; i < 2; i++) {
        uint64_t value = 0;
        Term inner = without_constant(terms, TERM_add, sides[i], &value);
        if (inner) {
            sides[i] = inner;
        } else if (table_is_constant(terms, sides[i])) {
            value = table_value(terms, sides[i]);
            sides[i] = NO_TERM;
        } else if (table_kind(terms, sides[i]) == TERM_not && sides[1 - i] && !table_is_constant(terms, sides[1 - i])) {
            // beside another term, the complement is seen as a negation, which may cancel
            sides[i] = term_negate(terms, table_operand(terms, sides[i], 0));
            collected--;
            inner = without_constant(terms, TERM_add, sides[i], &value);
            if (inner)
                sides[i] = inner;
        }
        collected += value;
    }
    if (!sides[0] && !sides[1])
        return term_constant(terms, width, collected);
    if (!sides[0] || !sides[1])
        return add_constant(terms, sides[0] ? sides[0] : sides[1], collected);
    return add_constant(terms, add_terms(terms, sides[0], sides[1]), collected);
}

Term term_sub(TermTable *terms, Term a, Term b)
{
    return term_add(terms, a, term_negate(terms, b));
}

// The negation of a sum, where it can be had by negating simple operands; else NO_TERM.
static Term negate_sum(TermTable *terms, Term a)
{
    uint64_t value;
    Term inner = without_constant(terms, TERM_add, a, &value);
    if (inner)
        return add_constant(terms, term_negate(terms, inner), 0 - value);
    for (uint32_t i = 0; i < 2; i++) {
        Term part = table_operand(terms, a, i), rest = table_operand(terms, a, 1 - i);
        if (table_kind(terms, part) == TERM_negate && table_kind(terms, rest) != TERM_add)
            return term_add(terms, table_operand(terms, part, 0), term_negate(terms, rest));
    }
    return NO_TERM;
}

Term term_negate(TermTable *terms, Term a)
{
    TermNode node = *table_node(terms, a);
    if (node.width == 1)
        return a;
    Term result = NO_TERM;
    switch (node.kind) {
    case TERM_constant:
        return term_constant(terms, node.width, 0 - table_node_value(&node));
    case TERM_negate:
        return node.operands[0];
    case TERM_not:
        return add_constant(terms, node.operands[0], 1);
    case TERM_add:
        result = negate_sum(terms, a);
        break;
    case TERM_mul:
        if (table_is_constant(terms, node.operands[1]))
            result = term_mul(terms, node.operands[0], term_negate(terms, node.operands[1]));
        break;
    case TERM_zero_extend:
        if (table_width(terms, node.operands[0]) == 1)
            result = term_sign_extend(terms, node.operands[0], node.width);
        break;
    case TERM_sign_extend:
        if (table_width(terms, node.operands[0]) == 1)
            result = term_zero_extend(terms, node.operands[0], node.width);
        break;
    case TERM_ite:
        if (table_is_constant(terms, node.operands[1]) && table_is_constant(terms, node.operands[2])) {
            Term chosen = term_negate(terms, node.operands[1]);
            result = term_ite(terms, node.operands[0], chosen, term_negate(terms, node.operands[2]));
        }
        break;
    default:
        break;
    }
    return result ? result : table_intern(terms, TERM_negate, node.width, 0, a, 0, 0);
}

static Term multiply_constant(TermTable *terms, Term a, uint64_t value)
{
    uint32_t width = table_width(terms, a), amount;
    uint64_t mask = value_mask(width), inner_value;
    Term inner = without_constant(terms, TERM_mul, a, &inner_value);
    if (inner) {
        a = inner;
        value *= inner_value;
    }
    inner = shifted_left(terms, a, &amount);
    if (inner) {
        a = inner;
        value <<= amount;
    }
    if (table_kind(terms, a) == TERM_negate) {
        a = table_operand(terms, a, 0);
        value = 0 - value;
    }
    value &= mask;
    if (value == 0)
        return term_constant(terms, width, 0);
    if (value == mask)
        return term_negate(terms, a);
    inner = without_constant(terms, TERM_add, a, &inner_value);
    if (inner)
        return add_constant(terms, multiply_constant(terms, inner, value), inner_value * value);
    if (is_power_of_two(value))
        return shift_left(terms, a, exponent_of(value));
    return table_intern(terms, TERM_mul, width, 0, a, term_constant(terms, width, value), 0);
}

Term term_mul(TermTable *terms, Term a, Term b)
{
    uint32_t width = table_width(terms, a);
    CHECK(width == table_width(terms, b));
    if (width == 1)
        return term_and(terms, a, b);
    table_sort_operands(terms, &a, &b);
    if (table_is_constant(terms, a))
        return table_fold(terms, TERM_mul, width, a, b);
    if (table_is_constant(terms, b))
        return multiply_constant(terms, a, table_value(terms, b));
    for (uint32_t i = 0; i < 2; i++) {
        Term factor = i ? b : a;
        if (table_kind(terms, factor) == TERM_zero_extend && table_width(terms, table_operand(terms, factor, 0)) == 1)
            return term_ite(terms, table_operand(terms, factor, 0), i ? a : b, term_constant(terms, width, 0));
    }
    return table_intern(terms, TERM_mul, width, 0, a, b, 0);
}

// At width 1 every quotient is a or not b, every remainder and logical shift a and not b.
static Term or_not(TermTable *terms, Term a, Term b)
{
    return term_or(terms, a, term_not(terms, b));
}

static Term and_not(TermTable *terms, Term a, Term b)
{
    return term_and(terms, a, term_not(terms, b));
}

// A term and a constant of the same width, the term zero-extended and the constant fitting before: both cut to what was
// extended.
static bool strip_extension(TermTable *terms, Term *a, Term *b)
{
    if (table_kind(terms, *a) != TERM_zero_extend)
        return false;
    Term inner = table_operand(terms, *a, 0);
    uint32_t width = table_width(terms, inner);
    if (table_value(terms, *b) > value_mask(width))
        return false;
    *b = term_constant(terms, width, table_value(terms, *b));
    *a = inner;
    return true;
}

Term term_udiv(TermTable *terms, Term a, Term b)
{
    uint32_t width = table_width(terms, a);
    CHECK(width == table_width(terms, b));
    if (width == 1)
        return or_not(terms, a, b);
    if (table_is_constant(terms, b)) {
        uint64_t divisor = table_value(terms, b);
        if (table_is_constant(terms, a))
            return table_fold(terms, TERM_udiv, width, a, b);
        if (divisor == 0)
            return term_constant(terms, width, UINT64_MAX);
        if (is_power_of_two(divisor))
            return shift_right(terms, a, exponent_of(divisor), false);
        if (strip_extension(terms, &a, &b))
            return term_zero_extend(terms, term_udiv(terms, a, b), width);
        if (table_kind(terms, a) == TERM_zero_extend)
            return term_constant(terms, width, 0);
    }
    if (table_is_value(terms, a, 0))
        return term_sign_extend(terms, term_equal(terms, b, a), width);
    return table_intern(terms, TERM_udiv, width, 0, a, b, 0);
}

Term term_urem(TermTable *terms, Term a, Term b)
{
    uint32_t width = table_width(terms, a);
    CHECK(width == table_width(terms, b));
    if (width == 1)
        return and_not(terms, a, b);
    if (a == b || table_is_value(terms, a, 0))
        return term_constant(terms, width, 0);
    if (table_is_constant(terms, b)) {
        uint64_t divisor = table_value(terms, b);
        if (table_is_constant(terms, a))
            return table_fold(terms, TERM_urem, width, a, b);
        if (divisor == 0)
            return a;
        if (is_power_of_two(divisor))
            return term_and(terms, a, term_constant(terms, width, divisor - 1));
        if (strip_extension(terms, &a, &b))
            return term_zero_extend(terms, term_urem(terms, a, b), width);
        if (table_kind(terms, a) == TERM_zero_extend)
            return a;
    }
    return table_intern(terms, TERM_urem, width, 0, a, b, 0);
}

// The quotient by 2 to the `exponent`, rounded to zero: negative numbers get 2 to the exponent minus 1 added before the
// shift.
static Term divide_by_power(TermTable *terms, Term a, uint32_t exponent)
{
    uint32_t width = table_width(terms, a);
    Term sign = shift_right(terms, a, width - 1, true);
    Term rounding = shift_right(terms, sign, width - exponent, false);
    return shift_right(terms, term_add(terms, a, rounding), exponent, true);
}

Term term_sdiv(TermTable *terms, Term a, Term b)
{
    uint32_t width = table_width(terms, a);
    CHECK(width == table_width(terms, b));
    if (width == 1)
        return or_not(terms, a, b);
    if (table_is_constant(terms, b)) {
        uint64_t divisor = table_value(terms, b), sign = value_sign_bit(width);
        if (table_is_constant(terms, a))
            return table_fold(terms, TERM_sdiv, width, a, b);
        if (divisor == 0) {
            Term negative = term_slt(terms, a, b);
            return term_ite(terms, negative, term_constant(terms, width, 1), term_constant(terms, width, UINT64_MAX));
        }
        if (divisor == 1)
            return a;
        if (divisor == sign)
            return term_zero_extend(terms, term_equal(terms, a, b), width);
        if (divisor & sign)
            return term_negate(terms, term_sdiv(terms, a, term_negate(terms, b)));
        if (table_kind(terms, a) == TERM_zero_extend)
            return term_udiv(terms, a, b);
        if (is_power_of_two(divisor))
            return divide_by_power(terms, a, exponent_of(divisor));
    }
    if (table_is_value(terms, a, 0))
        return term_sign_extend(terms, term_equal(terms, b, a), width);
    return table_intern(terms, TERM_sdiv, width, 0, a, b, 0);
}

Term term_srem(TermTable *terms, Term a, Term b)
{
    uint32_t width = table_width(terms, a);
    CHECK(width == table_width(terms, b));
    if (width == 1)
        return and_not(terms, a, b);
    if (a == b || table_is_value(terms, a, 0))
        return term_constant(terms, width, 0);
    if (table_is_constant(terms, b)) {
        uint64_t divisor = table_value(terms, b), sign = value_sign_bit(width);
        if (table_is_constant(terms, a))
            return table_fold(terms, TERM_srem, width, a, b);
        if (divisor == 0)
            return a;
        if (divisor == 1)
            return term_constant(terms, width, 0);
        if (divisor & sign && divisor != sign)
            return term_srem(terms, a, term_negate(terms, b));
        if (divisor != sign && table_kind(terms, a) == TERM_zero_extend)
            return term_urem(terms, a, b);
        if (divisor != sign && is_power_of_two(divisor)) {
            uint32_t exponent = exponent_of(divisor);
            return term_sub(terms, a, shift_left(terms, divide_by_power(terms, a, exponent), exponent));
        }
    }
    return table_intern(terms, TERM_srem, width, 0, a, b, 0);
}

Term term_shl(TermTable *terms, Term a, Term b)
{
    uint32_t width = table_width(terms, a);
    CHECK(width == table_width(terms, b));
    if (width == 1)
        return and_not(terms, a, b);
    if (table_is_constant(terms, b))
        return shift_left(terms, a, table_value(terms, b) < width ? (uint32_t)table_value(terms, b) : width);
    if (table_is_value(terms, a, 0))
        return a;
    return table_intern(terms, TERM_shl, width, 0, a, b, 0);
}

Term term_lshr(TermTable *terms, Term a, Term b)
{
    uint32_t width = table_width(terms, a);
    CHECK(width == table_width(terms, b));
    if (width == 1)
        return and_not(terms, a, b);
    if (table_is_constant(terms, b))
        return shift_right(terms, a, table_value(terms, b), false);
    if (table_is_value(terms, a, 0))
        return a;
    return table_intern(terms, TERM_lshr, width, 0, a, b, 0);
}

Term term_ashr(TermTable *terms, Term a, Term b)
{
    uint32_t width = table_width(terms, a);
    CHECK(width == table_width(terms, b));
    if (width == 1)
        return a;
    if (table_is_constant(terms, b))
        return shift_right(terms, a, table_value(terms, b), true);
    if (table_is_value(terms, a, 0) || table_is_value(terms, a, value_mask(width)))
        return a;
    if (table_kind(terms, a) == TERM_zero_extend)
        return term_lshr(terms, a, b);
    return table_intern(terms, TERM_ashr, width, 0, a, b, 0);
}
