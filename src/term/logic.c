// Construction of not, and, or, xor and ite: at width 1 the connectives of formulas, otherwise bit by bit.
//
// `and` and `or` are one function of their kind, since every rule of the one is a rule of the other with ones and zeros
// exchanged. Rules that construct a smaller term of the same kind carry a depth and are not tried beyond a limit.
#include "term/table.h"

enum { DEPTH_LIMIT = 16 };

static Term ones(TermTable *terms, uint32_t width)
{
    return term_constant(terms, width, UINT64_MAX);
}

static Term zero(TermTable *terms, uint32_t width)
{
    return term_constant(terms, width, 0);
}

static bool are_complements(const TermTable *terms, Term a, Term b)
{
    return (table_kind(terms, a) == TERM_not && table_operand(terms, a, 0) == b) ||
           (table_kind(terms, b) == TERM_not && table_operand(terms, b, 0) == a);
}

static bool has_constant_operand(const TermTable *terms, Term a)
{
    return table_is_constant(terms, table_operand(terms, a, 1));
}

// x of an operation "x kind constant", whose constant goes to `value`; NO_TERM if `a` is no such operation.
static Term without_constant(const TermTable *terms, TermKind kind, Term a, uint64_t *value)
{
    if (table_kind(terms, a) != kind || !has_constant_operand(terms, a))
        return NO_TERM;
    *value = table_value(terms, table_operand(terms, a, 1));
    return table_operand(terms, a, 0);
}

Term term_not(TermTable *terms, Term a)
{
    TermNode node = *table_node(terms, a);
    uint64_t value;
    Term inner;
    switch (node.kind) {
    case TERM_constant:
        return term_constant(terms, node.width, ~table_node_value(&node));
    case TERM_not:
        return node.operands[0];
    case TERM_negate:
        return term_add(terms, node.operands[0], ones(terms, node.width));
    case TERM_xor:
        inner = without_constant(terms, TERM_xor, a, &value);
        if (inner)
            return term_xor(terms, inner, term_constant(terms, node.width, ~value));
        break;
    case TERM_sign_extend:
        return term_sign_extend(terms, term_not(terms, node.operands[0]), node.width);
    case TERM_ite:
        if (table_is_constant(terms, node.operands[1]) && table_is_constant(terms, node.operands[2])) {
            Term chosen = term_not(terms, node.operands[1]);
            return term_ite(terms, node.operands[0], chosen, term_not(terms, node.operands[2]));
        }
        break;
    default:
        break;
    }
    return table_intern(terms, TERM_not, node.width, 0, a, 0, 0);
}

static bool is_structured(const TermTable *terms, Term a)
{
    TermKind kind = table_kind(terms, a);
    return kind == TERM_concat || kind == TERM_zero_extend;
}

// The number of low bits of a concat or zero_extend that are one operand; `fixed` tells whether one side of it is
// constant.
static uint32_t split_of(const TermTable *terms, Term a, bool *fixed)
{
    const TermNode *node = table_node(terms, a);
    if (node->kind == TERM_zero_extend) {
        *fixed = true;
        return table_width(terms, node->operands[0]);
    }
    *fixed = table_is_constant(terms, node->operands[0]) || table_is_constant(terms, node->operands[1]);
    return table_width(terms, node->operands[1]);
}

// Where to cut a bitwise operation on `a` and `b` so that each half is simpler; 0 if nowhere.
static uint32_t choose_split(const TermTable *terms, Term a, Term b)
{
    bool fixed_a, fixed_b;
    if (!is_structured(terms, a))
        return 0;
    uint32_t split_a = split_of(terms, a, &fixed_a);
    if (table_is_constant(terms, b))
        return split_a;
    if (!is_structured(terms, b))
        return 0;
    uint32_t split_b = split_of(terms, b, &fixed_b);
    if (fixed_a || split_a == split_b)
        return split_a;
    return fixed_b ? split_b : 0;
}

static Term split_operation(TermTable *terms, TermKind kind, Term a, Term b, uint32_t split)
{
    uint32_t rest = table_width(terms, a) - split;
    Term high[2] = {term_extract(terms, a, split, rest), term_extract(terms, b, split, rest)};
    Term low[2] = {term_extract(terms, a, 0, split), term_extract(terms, b, 0, split)};
    Term upper = term_rebuild(terms, kind, rest, high, 0);
    return term_concat(terms, upper, term_rebuild(terms, kind, split, low, 0));
}

// The bits of `a` under a mask whose ones are adjacent; NO_TERM for other masks.
static Term mask_adjacent_bits(TermTable *terms, Term a, uint64_t mask)
{
    uint32_t width = table_width(terms, a);
    uint32_t low = (uint32_t)__builtin_ctzll(mask);
    uint64_t run = mask >> low;
    if (run & (run + 1))
        return NO_TERM;
    uint32_t count = run == UINT64_MAX ? 64 : (uint32_t)__builtin_ctzll(run + 1);
    Term piece = term_extract(terms, a, low, count);
    if (low)
        piece = term_concat(terms, piece, zero(terms, low));
    return term_zero_extend(terms, piece, width);
}

static Term combine(TermTable *terms, TermKind kind, Term a, Term b, uint32_t depth);

// a kind constant.
static Term combine_constant(TermTable *terms, TermKind kind, Term a, Term b)
{
    uint32_t width = table_width(terms, a);
    uint64_t value = table_value(terms, b), inner_value;
    uint64_t neutral = kind == TERM_and ? value_mask(width) : 0;
    if (value == neutral)
        return a;
    if (value == (neutral ^ value_mask(width)))
        return b;
    Term inner = without_constant(terms, kind, a, &inner_value);
    if (inner) {
        uint64_t both = kind == TERM_and ? value & inner_value : value | inner_value;
        return combine(terms, kind, inner, term_constant(terms, width, both), 0);
    }
    if (kind == TERM_and) {
        Term masked = mask_adjacent_bits(terms, a, value);
        if (masked)
            return masked;
    }
    uint32_t split = choose_split(terms, a, b);
    if (split)
        return split_operation(terms, kind, a, b, split);
    return table_intern(terms, kind, width, 0, a, b, 0);
}

// Contradiction of two (negated) comparisons of one term with constants: the value of "a kind b", or NO_TERM.
static Term combine_equalities(TermTable *terms, TermKind kind, Term a, Term b)
{
    bool negated = kind == TERM_or;
    Term sides[2] = {a, b};
    bool positive[2];
    for (uint32_t i = 0; i < 2; i++) {
        positive[i] = table_kind(terms, sides[i]) != TERM_not;
        if (!positive[i])
            sides[i] = table_operand(terms, sides[i], 0);
        positive[i] ^= negated;
        if (table_kind(terms, sides[i]) != TERM_equal || !has_constant_operand(terms, sides[i]))
            return NO_TERM;
    }
    if (table_operand(terms, sides[0], 0) != table_operand(terms, sides[1], 0) || sides[0] == sides[1])
        return NO_TERM;
    if (positive[0] && positive[1])
        return term_boolean(terms, negated);
    if (positive[0] != positive[1])
        return positive[0] ? a : b;
    return NO_TERM;
}

// Rules for `a` beside an operation on `a`, by the laws of Boolean algebra; NO_TERM if none applies.
static Term absorb(TermTable *terms, TermKind kind, Term a, Term other, uint32_t depth)
{
    uint32_t width = table_width(terms, a);
    bool negated = table_kind(terms, other) == TERM_not;
    Term inside = negated ? table_operand(terms, other, 0) : other;
    TermNode node = *table_node(terms, inside);
    if ((node.kind != TERM_and && node.kind != TERM_or) || depth > DEPTH_LIMIT)
        return NO_TERM;
    // not(p and q) acts as the dual of p and q, with complements in the place of p and q
    bool same_kind = (node.kind == kind) != negated;
    for (uint32_t i = 0; i < 2; i++) {
        Term part = node.operands[i], rest = node.operands[1 - i];
        bool matches = part == a, opposes = are_complements(terms, part, a);
        if (negated) {
            bool swapped = matches;
            matches = opposes;
            opposes = swapped;
        }
        if (matches)
            return same_kind ? other : a;
        if (opposes && same_kind)
            return kind == TERM_and ? zero(terms, width) : ones(terms, width);
        if (opposes)
            return combine(terms, kind, a, negated ? term_not(terms, rest) : rest, depth + 1);
    }
    return NO_TERM;
}

static Term combine(TermTable *terms, TermKind kind, Term a, Term b, uint32_t depth)
{
    uint32_t width = table_width(terms, a);
    CHECK(width == table_width(terms, b));
    table_sort_operands(terms, &a, &b);
    if (table_is_constant(terms, a))
        return table_fold(terms, kind, width, a, b);
    if (table_is_constant(terms, b))
        return combine_constant(terms, kind, a, b);
    if (a == b)
        return a;
    if (are_complements(terms, a, b))
        return kind == TERM_and ? zero(terms, width) : ones(terms, width);
    Term result = absorb(terms, kind, a, b, depth);
    if (!result)
        result = absorb(terms, kind, b, a, depth);
    if (!result && width == 1)
        result = combine_equalities(terms, kind, a, b);
    if (result)
        return result;
    uint64_t value;
    Term inner = without_constant(terms, kind, a, &value);
    Term other = b;
    if (!inner) {
        inner = without_constant(terms, kind, b, &value);
        other = a;
    }
    if (inner && depth <= DEPTH_LIMIT)
        return combine(terms, kind, combine(terms, kind, inner, other, depth + 1), term_constant(terms, width, value),
                       depth + 1);
    uint32_t split = choose_split(terms, a, b);
    if (split)
        return split_operation(terms, kind, a, b, split);
    return table_intern(terms, kind, width, 0, a, b, 0);
}

Term term_and(TermTable *terms, Term a, Term b)
{
    return combine(terms, TERM_and, a, b, 0);
}

Term term_or(TermTable *terms, Term a, Term b)
{
    return combine(terms, TERM_or, a, b, 0);
}

static Term xor_constant(TermTable *terms, Term a, uint64_t value)
{
    uint32_t width = table_width(terms, a);
    uint64_t inner_value;
    Term inner = without_constant(terms, TERM_xor, a, &inner_value);
    if (inner) {
        a = inner;
        value ^= inner_value;
    }
    if (value == 0)
        return a;
    if (table_is_constant(terms, a))
        return term_constant(terms, width, table_value(terms, a) ^ value);
    if (value == value_mask(width))
        return term_not(terms, a);
    Term constant = term_constant(terms, width, value);
    uint32_t split = choose_split(terms, a, constant);
    if (split)
        return split_operation(terms, TERM_xor, a, constant, split);
    return table_intern(terms, TERM_xor, width, 0, a, constant, 0);
}

// Constants and complements of both sides are collected into one constant outside.
Term term_xor(TermTable *terms, Term a, Term b)
{
    uint32_t width = table_width(terms, a);
    CHECK(width == table_width(terms, b));
    uint64_t collected = 0;
    Term sides[2] = {a, b};
    for (uint32_t i = 0; i < 2; i++) {
        uint64_t value = 0;
        if (table_kind(terms, sides[i]) == TERM_not) {
            sides[i] = table_operand(terms, sides[i], 0);
            value = value_mask(width);
        }
        collected ^= value;
        Term inner = without_constant(terms, TERM_xor, sides[i], &value);
        if (inner) {
            sides[i] = inner;
            collected ^= value;
        }
    }
    a = sides[0];
    b = sides[1];
    table_sort_operands(terms, &a, &b);
    if (table_is_constant(terms, b))
        return xor_constant(terms, a, table_value(terms, b) ^ collected);
    if (a == b)
        return term_constant(terms, width, collected);
    for (uint32_t i = 0; i < 2; i++) {
        Term whole = i ? b : a, part = i ? a : b;
        if (table_kind(terms, whole) != TERM_xor)
            continue;
        if (table_operand(terms, whole, 0) == part)
            return xor_constant(terms, table_operand(terms, whole, 1), collected);
        if (table_operand(terms, whole, 1) == part)
            return xor_constant(terms, table_operand(terms, whole, 0), collected);
    }
    uint32_t split = choose_split(terms, a, b);
    Term result =
        split ? split_operation(terms, TERM_xor, a, b, split) : table_intern(terms, TERM_xor, width, 0, a, b, 0);
    return xor_constant(terms, result, collected);
}

// The choice between Booleans; NO_TERM if no connective does it.
static Term choose_boolean(TermTable *terms, Term condition, Term a, Term b)
{
    if (a == condition || term_is_true(terms, a))
        return term_or(terms, condition, b);
    if (b == condition || term_is_false(terms, b))
        return term_and(terms, condition, a);
    if (term_is_false(terms, a) || are_complements(terms, a, condition))
        return term_and(terms, term_not(terms, condition), b);
    if (term_is_true(terms, b) || are_complements(terms, b, condition))
        return term_or(terms, term_not(terms, condition), a);
    if (are_complements(terms, a, b))
        return term_xor(terms, condition, b);
    return NO_TERM;
}

// The choice between extensions, or an extension and a constant that fits, is the extension of a choice; else NO_TERM.
static Term choose_extended(TermTable *terms, Term condition, Term a, Term b)
{
    TermNode sides[2] = {*table_node(terms, a), *table_node(terms, b)};
    TermKind kind = (TermKind)(sides[0].kind == TERM_constant ? sides[1].kind : sides[0].kind);
    if (kind != TERM_zero_extend && kind != TERM_sign_extend)
        return NO_TERM;
    uint32_t inner_width = table_width(terms, sides[sides[0].kind == TERM_constant].operands[0]);
    Term inner[2];
    for (uint32_t i = 0; i < 2; i++) {
        inner[i] = sides[i].operands[0];
        if (sides[i].kind == TERM_constant) {
            uint64_t value = table_node_value(&sides[i]), cut = value & value_mask(inner_width);
            if (kind == TERM_sign_extend)
                cut = value_sign_extend(cut, inner_width) & value_mask(sides[i].width);
            if (cut != value)
                return NO_TERM;
            inner[i] = term_constant(terms, inner_width, value);
        } else if (sides[i].kind != kind || table_width(terms, inner[i]) != inner_width) {
            return NO_TERM;
        }
    }
    Term choice = term_ite(terms, condition, inner[0], inner[1]);
    return kind == TERM_zero_extend ? term_zero_extend(terms, choice, sides[0].width)
                                    : term_sign_extend(terms, choice, sides[0].width);
}

// The choice between constants of which one is 0 and the other 1 or all ones; else NO_TERM.
static Term choose_number(TermTable *terms, Term condition, Term a, Term b)
{
    uint32_t width = table_width(terms, a);
    uint64_t first = table_value(terms, a), second = table_value(terms, b);
    if (first == 0 && second != 0)
        return choose_number(terms, term_not(terms, condition), b, a);
    if (second != 0)
        return NO_TERM;
    if (first == 1)
        return term_zero_extend(terms, condition, width);
    return first == value_mask(width) ? term_sign_extend(terms, condition, width) : NO_TERM;
}

Term term_ite(TermTable *terms, Term condition, Term a, Term b)
{
    uint32_t width = table_width(terms, a);
    CHECK(table_width(terms, condition) == 1 && width == table_width(terms, b));
    if (table_is_constant(terms, condition))
        return table_value(terms, condition) ? a : b;
    if (table_kind(terms, condition) == TERM_not) {
        condition = table_operand(terms, condition, 0);
        Term first = a;
        a = b;
        b = first;
    }
    if (table_kind(terms, a) == TERM_ite && table_operand(terms, a, 0) == condition)
        a = table_operand(terms, a, 1);
    if (table_kind(terms, b) == TERM_ite && table_operand(terms, b, 0) == condition)
        b = table_operand(terms, b, 2);
    if (a == b)
        return a;
    Term result = NO_TERM;
    if (width == 1)
        result = choose_boolean(terms, condition, a, b);
    else if (table_is_constant(terms, a) && table_is_constant(terms, b))
        result = choose_number(terms, condition, a, b);
    else
        result = choose_extended(terms, condition, a, b);
    if (result)
        return result;
    if (table_kind(terms, condition) == TERM_equal) {
        Term left = table_operand(terms, condition, 0), right = table_operand(terms, condition, 1);
        if ((left == a && right == b) || (left == b && right == a))
            return b;
    }
    if (table_kind(terms, b) == TERM_ite && table_operand(terms, b, 1) == a) {
        Term either = term_or(terms, condition, table_operand(terms, b, 0));
        return term_ite(terms, either, a, table_operand(terms, b, 2));
    }
    if (table_kind(terms, a) == TERM_ite && table_operand(terms, a, 2) == b) {
        Term both = term_and(terms, condition, table_operand(terms, a, 0));
        return term_ite(terms, both, table_operand(terms, a, 1), b);
    }
    return table_intern(terms, TERM_ite, width, 0, condition, a, b);
}
