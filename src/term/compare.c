// Construction of comparisons. A constant stands on the right; what can be undone on the left (sums, complements,
// extensions, products with odd numbers) is done to the constant instead, so that the comparisons of C's promoted types
// become narrow ones.
//
// Rules that look further than one operand carry a depth and are not tried beyond a limit.
#include "term/table.h"

enum { DEPTH_LIMIT = 24 };

static Term equal_terms(TermTable *terms, Term a, Term b, uint32_t depth);

static Term equal_node(TermTable *terms, Term a, Term b)
{
    table_sort_operands(terms, &a, &b);
    return table_intern(terms, TERM_equal, 1, 0, a, b, 0);
}

// The number whose product with the odd `value` is 1 modulo 2 to the 64; each round doubles the number of right bits.
static uint64_t invert_odd(uint64_t value)
{
    uint64_t inverse = value;
    for (uint32_t bits = 3; bits < 64; bits *= 2)
        inverse *= 2 - value * inverse;
    return inverse;
}

// One step of undoing the operation of `node` on both sides of "node = value". False if there is nothing to undo;
// NO_TERM in `inner` if no operand gives the value.
static bool undo(const TermTable *terms, const TermNode *node, uint64_t *value, Term *inner)
{
    Term second = node->operands[1];
    *inner = node->operands[0];
    switch (node->kind) {
    case TERM_not:
        *value = ~*value;
        return true;
    case TERM_negate:
        *value = 0 - *value;
        return true;
    case TERM_zero_extend:
        if (*value > value_mask(table_width(terms, *inner)))
            *inner = NO_TERM;
        return true;
    case TERM_sign_extend: {
        uint32_t width = table_width(terms, *inner);
        uint64_t cut = *value & value_mask(width);
        if ((value_sign_extend(cut, width) & value_mask(node->width)) != *value)
            *inner = NO_TERM;
        *value = cut;
        return true;
    }
    case TERM_add:
        if (!table_is_constant(terms, second))
            return false;
        *value -= table_value(terms, second);
        return true;
    case TERM_xor:
        if (!table_is_constant(terms, second))
            return false;
        *value ^= table_value(terms, second);
        return true;
    case TERM_mul:
        if (!table_is_constant(terms, second) || !(table_value(terms, second) & 1))
            return false;
        *value *= invert_odd(table_value(terms, second));
        return true;
    case TERM_and:
        if (!table_is_constant(terms, second) || !(*value & ~table_value(terms, second)))
            return false;
        *inner = NO_TERM;
        return true;
    case TERM_or:
        if (!table_is_constant(terms, second) || !(table_value(terms, second) & ~*value))
            return false;
        *inner = NO_TERM;
        return true;
    default:
        return false;
    }
}

static Term equal_constant(TermTable *terms, Term a, uint64_t value, uint32_t depth);

// "ite = value" where a branch is constant; else NO_TERM.
static Term equal_choice(TermTable *terms, const TermNode *node, uint64_t value, uint32_t depth)
{
    Term condition = node->operands[0], chosen = node->operands[1], other = node->operands[2];
    if (!table_is_constant(terms, chosen)) {
        if (!table_is_constant(terms, other))
            return NO_TERM;
        Term first = chosen;
        chosen = other;
        other = first;
        condition = term_not(terms, condition);
    }
    Term rest = equal_constant(terms, other, value, depth + 1);
    if (table_value(terms, chosen) == value)
        return term_or(terms, condition, rest);
    return term_and(terms, term_not(terms, condition), rest);
}

static Term equal_constant(TermTable *terms, Term a, uint64_t value, uint32_t depth)
{
    for (;;) {
        TermNode node = *table_node(terms, a);
        Term inner;
        value &= value_mask(node.width);
        if (node.kind == TERM_constant)
            return term_boolean(terms, table_node_value(&node) == value);
        if (node.width == 1)
            return value ? a : term_not(terms, a);
        if (!undo(terms, &node, &value, &inner)) {
            Term result = NO_TERM;
            if (depth > DEPTH_LIMIT) {
                // kept as it is
            } else if (node.kind == TERM_concat) {
                uint32_t split = table_width(terms, node.operands[1]);
                Term low = equal_constant(terms, node.operands[1], value, depth);
                result = term_and(terms, equal_constant(terms, node.operands[0], value >> split, depth), low);
            } else if (node.kind == TERM_ite) {
                result = equal_choice(terms, &node, value, depth);
            } else if (node.kind == TERM_add && value == 0) {
                for (uint32_t i = 0; i < 2 && !result; i++)
                    if (table_kind(terms, node.operands[i]) == TERM_negate)
                        result = equal_terms(terms, table_operand(terms, node.operands[i], 0), node.operands[1 - i],
                                             depth + 1);
            } else if (node.kind == TERM_xor && value == 0) {
                result = equal_terms(terms, node.operands[0], node.operands[1], depth + 1);
            }
            return result ? result : equal_node(terms, a, term_constant(terms, node.width, value));
        }
        if (!inner)
            return term_boolean(terms, false);
        a = inner;
    }
}

// If `whole` is a sum or exclusive or with the operand `part`: the other operand.
static Term other_operand(const TermTable *terms, TermKind kind, Term whole, Term part)
{
    const TermNode *node = table_node(terms, whole);
    if (node->kind != kind)
        return NO_TERM;
    if (node->operands[0] == part)
        return node->operands[1];
    return node->operands[1] == part ? node->operands[0] : NO_TERM;
}

// Equality of a sum (or exclusive or) with one of its operands, or with another one that shares an operand; else
// NO_TERM.
static Term cancel_operand(TermTable *terms, TermKind kind, Term a, Term b, uint32_t depth)
{
    Term rest = other_operand(terms, kind, a, b);
    if (!rest)
        rest = other_operand(terms, kind, b, a);
    if (rest)
        return equal_constant(terms, rest, 0, depth + 1);
    if (table_kind(terms, a) != kind || table_kind(terms, b) != kind)
        return NO_TERM;
    for (uint32_t i = 0; i < 2; i++) {
        rest = other_operand(terms, kind, b, table_operand(terms, a, i));
        if (rest)
            return equal_terms(terms, table_operand(terms, a, 1 - i), rest, depth + 1);
    }
    return NO_TERM;
}

static bool has_low_operand(const TermTable *terms, Term a)
{
    return table_kind(terms, a) == TERM_concat || table_kind(terms, a) == TERM_zero_extend;
}

static uint32_t low_operand_width(const TermTable *terms, Term a)
{
    return table_width(terms, table_operand(terms, a, table_kind(terms, a) == TERM_concat ? 1 : 0));
}

// Equality of terms put together from pieces: of the pieces, where both are cut at the same place; else NO_TERM.
static Term equal_pieces(TermTable *terms, Term a, Term b, uint32_t depth)
{
    if (!has_low_operand(terms, a) || !has_low_operand(terms, b))
        return NO_TERM;
    uint32_t split = low_operand_width(terms, a), rest = table_width(terms, a) - split;
    if (split != low_operand_width(terms, b))
        return NO_TERM;
    Term high = equal_terms(terms, term_extract(terms, a, split, rest), term_extract(terms, b, split, rest), depth);
    Term low = equal_terms(terms, term_extract(terms, a, 0, split), term_extract(terms, b, 0, split), depth);
    return term_and(terms, high, low);
}

static bool is_unary(TermKind kind)
{
    return kind == TERM_not || kind == TERM_negate || kind == TERM_zero_extend || kind == TERM_sign_extend;
}

static Term equal_terms(TermTable *terms, Term a, Term b, uint32_t depth)
{
    CHECK(table_width(terms, a) == table_width(terms, b));
    if (a == b)
        return term_boolean(terms, true);
    if (table_is_constant(terms, a))
        return equal_constant(terms, b, table_value(terms, a), depth);
    if (table_is_constant(terms, b))
        return equal_constant(terms, a, table_value(terms, b), depth);
    if (table_width(terms, a) == 1)
        return term_not(terms, term_xor(terms, a, b));
    if (depth > DEPTH_LIMIT)
        return equal_node(terms, a, b);
    TermNode left = *table_node(terms, a), right = *table_node(terms, b);
    if ((left.kind == TERM_not && left.operands[0] == b) || (right.kind == TERM_not && right.operands[0] == a))
        return term_boolean(terms, false);
    if (left.kind == right.kind && is_unary((TermKind)left.kind)) {
        uint32_t width_a = table_width(terms, left.operands[0]), width_b = table_width(terms, right.operands[0]);
        if (width_a == width_b)
            return equal_terms(terms, left.operands[0], right.operands[0], depth + 1);
        uint32_t width = width_a > width_b ? width_a : width_b;
        return equal_terms(terms, term_extract(terms, a, 0, width), term_extract(terms, b, 0, width), depth + 1);
    }
    if (left.kind == TERM_add && right.kind == TERM_add && table_is_constant(terms, left.operands[1]) &&
        table_is_constant(terms, right.operands[1])) {
        Term difference = term_sub(terms, right.operands[1], left.operands[1]);
        return equal_terms(terms, left.operands[0], term_add(terms, right.operands[0], difference), depth + 1);
    }
    Term result = cancel_operand(terms, TERM_add, a, b, depth);
    if (!result)
        result = cancel_operand(terms, TERM_xor, a, b, depth);
    if (!result)
        result = equal_pieces(terms, a, b, depth);
    return result ? result : equal_node(terms, a, b);
}

Term term_equal(TermTable *terms, Term a, Term b)
{
    return equal_terms(terms, a, b, 0);
}

static Term less(TermTable *terms, TermKind kind, Term a, Term b)
{
    return kind == TERM_ult ? term_ult(terms, a, b) : term_slt(terms, a, b);
}

// "a < bound" where `a` is a choice of constants or ends in a constant; NO_TERM if it is neither.
static Term less_by_structure(TermTable *terms, TermKind kind, Term a, uint64_t bound)
{
    TermNode node = *table_node(terms, a);
    if (node.kind == TERM_ite && table_is_constant(terms, node.operands[1]) &&
        table_is_constant(terms, node.operands[2])) {
        Term limit = term_constant(terms, node.width, bound);
        Term chosen = table_fold(terms, kind, 1, node.operands[1], limit);
        return term_ite(terms, node.operands[0], chosen, table_fold(terms, kind, 1, node.operands[2], limit));
    }
    if (node.kind != TERM_concat)
        return NO_TERM;
    uint32_t split = table_width(terms, node.operands[1]);
    uint64_t low_bound = bound & value_mask(split);
    Term high_bound = term_constant(terms, node.width - split, bound >> split);
    if (low_bound == 0)
        return less(terms, kind, node.operands[0], high_bound);
    if (!table_is_constant(terms, node.operands[1]))
        return NO_TERM;
    if (table_value(terms, node.operands[1]) < low_bound)
        return term_not(terms, less(terms, kind, high_bound, node.operands[0]));
    return less(terms, kind, node.operands[0], high_bound);
}

// "a < bound", unsigned, by what is known of the values of `a`; NO_TERM if that does not help.
static Term ult_constant(TermTable *terms, Term a, uint64_t bound)
{
    TermNode node = *table_node(terms, a);
    Term inner = node.operands[0], second = node.operands[1];
    if (node.kind == TERM_zero_extend || node.kind == TERM_sign_extend) {
        uint32_t width = table_width(terms, inner);
        uint64_t mask = value_mask(width);
        if (node.kind == TERM_zero_extend) {
            if (bound > mask)
                return term_boolean(terms, true);
        } else {
            // the negative ones lie above a gap that starts at the sign bit
            uint64_t sign = value_sign_bit(width);
            uint64_t gap_end = (0 - sign) & value_mask(node.width);
            if (bound > sign && bound <= gap_end)
                bound = sign;
        }
        return term_ult(terms, inner, term_constant(terms, width, bound));
    }
    if (node.kind == TERM_urem && table_is_constant(terms, second) && table_value(terms, second) <= bound)
        return term_boolean(terms, true);
    if (node.kind == TERM_and && table_is_constant(terms, second) && table_value(terms, second) < bound)
        return term_boolean(terms, true);
    return less_by_structure(terms, TERM_ult, a, bound);
}

Term term_ult(TermTable *terms, Term a, Term b)
{
    uint32_t width = table_width(terms, a);
    CHECK(width == table_width(terms, b));
    if (a == b)
        return term_boolean(terms, false);
    if (width == 1)
        return term_and(terms, term_not(terms, a), b);
    uint64_t mask = value_mask(width);
    if (table_is_constant(terms, a)) {
        uint64_t value = table_value(terms, a);
        if (value == mask)
            return term_boolean(terms, false);
        if (table_is_constant(terms, b))
            return table_fold(terms, TERM_ult, 1, a, b);
        return term_not(terms, term_ult(terms, b, term_constant(terms, width, value + 1)));
    }
    if (table_is_constant(terms, b)) {
        uint64_t bound = table_value(terms, b);
        if (bound == 0)
            return term_boolean(terms, false);
        if (bound == 1)
            return equal_constant(terms, a, 0, 0);
        if (bound == mask)
            return term_not(terms, equal_constant(terms, a, mask, 0));
        Term result = ult_constant(terms, a, bound);
        return result ? result : table_intern(terms, TERM_ult, 1, 0, a, b, 0);
    }
    TermNode left = *table_node(terms, a), right = *table_node(terms, b);
    if (left.kind == right.kind && (left.kind == TERM_zero_extend || left.kind == TERM_sign_extend)) {
        uint32_t width_a = table_width(terms, left.operands[0]), width_b = table_width(terms, right.operands[0]);
        uint32_t inner = width_a > width_b ? width_a : width_b;
        return term_ult(terms, term_extract(terms, a, 0, inner), term_extract(terms, b, 0, inner));
    }
    if (left.kind == TERM_concat && right.kind == TERM_concat && left.operands[1] == right.operands[1])
        return term_ult(terms, left.operands[0], right.operands[0]);
    return table_intern(terms, TERM_ult, 1, 0, a, b, 0);
}

Term term_ule(TermTable *terms, Term a, Term b)
{
    return term_not(terms, term_ult(terms, b, a));
}

// "a < bound", signed, by what is known of the values of `a`; NO_TERM if that does not help.
static Term slt_constant(TermTable *terms, Term a, uint64_t bound)
{
    TermNode node = *table_node(terms, a);
    if (node.kind == TERM_zero_extend) {
        if (bound == 0 || bound & value_sign_bit(node.width))
            return term_boolean(terms, false);
        return term_ult(terms, a, term_constant(terms, node.width, bound));
    }
    if (node.kind == TERM_sign_extend) {
        uint32_t width = table_width(terms, node.operands[0]);
        int64_t limit = value_signed(bound, node.width), sign = value_signed(value_sign_bit(width), width);
        if (limit > -(sign + 1) || limit <= sign)
            return term_boolean(terms, limit > 0);
        return term_slt(terms, node.operands[0], term_constant(terms, width, bound));
    }
    return less_by_structure(terms, TERM_slt, a, bound);
}

Term term_slt(TermTable *terms, Term a, Term b)
{
    uint32_t width = table_width(terms, a);
    CHECK(width == table_width(terms, b));
    if (a == b)
        return term_boolean(terms, false);
    if (width == 1)
        return term_and(terms, a, term_not(terms, b));
    uint64_t least = value_sign_bit(width), greatest = least - 1;
    if (table_is_constant(terms, a)) {
        uint64_t value = table_value(terms, a);
        if (value == greatest)
            return term_boolean(terms, false);
        if (table_is_constant(terms, b))
            return table_fold(terms, TERM_slt, 1, a, b);
        return term_not(terms, term_slt(terms, b, term_constant(terms, width, value + 1)));
    }
    if (table_is_constant(terms, b)) {
        uint64_t bound = table_value(terms, b);
        if (bound == least)
            return term_boolean(terms, false);
        if (bound == ((least + 1) & value_mask(width)))
            return equal_constant(terms, a, least, 0);
        if (bound == greatest)
            return term_not(terms, equal_constant(terms, a, greatest, 0));
        Term result = slt_constant(terms, a, bound);
        return result ? result : table_intern(terms, TERM_slt, 1, 0, a, b, 0);
    }
    TermNode left = *table_node(terms, a), right = *table_node(terms, b);
    if (left.kind == TERM_zero_extend && right.kind == TERM_zero_extend)
        return term_ult(terms, a, b);
    if (left.kind == TERM_sign_extend && right.kind == TERM_sign_extend) {
        uint32_t width_a = table_width(terms, left.operands[0]), width_b = table_width(terms, right.operands[0]);
        uint32_t inner = width_a > width_b ? width_a : width_b;
        return term_slt(terms, term_extract(terms, a, 0, inner), term_extract(terms, b, 0, inner));
    }
    if (left.kind == TERM_concat && right.kind == TERM_concat && left.operands[1] == right.operands[1])
        return term_slt(terms, left.operands[0], right.operands[0]);
    return table_intern(terms, TERM_slt, 1, 0, a, b, 0);
}

Term term_sle(TermTable *terms, Term a, Term b)
{
    return term_not(terms, term_slt(terms, b, a));
}
