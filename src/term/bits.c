// Construction of concat, extract and the extensions. The normal form: extensions stand outside of concats, concats
// lean to the right, adjacent pieces of one term are one piece, so that a term cut into pieces and put together again
// is that term.
//
// Recursion goes to smaller widths or through the pieces of a concat, and so is at most a few times 64 deep.
#include "term/table.h"

// How far extract looks through arithmetic for operands of which it takes a part without a new node.
enum { NARROWING_DEPTH = 4 };

// Whether the low bits of `term` are the same operation on the low bits of operands that get simpler themselves.
static bool narrows(const TermTable *terms, Term term, uint32_t depth)
{
    const TermNode *node = table_node(terms, term);
    switch (node->kind) {
    case TERM_constant:
    case TERM_extract:
    case TERM_concat:
    case TERM_zero_extend:
    case TERM_sign_extend:
        return true;
    case TERM_not:
    case TERM_negate:
        return depth > 0 && narrows(terms, node->operands[0], depth - 1);
    case TERM_and:
    case TERM_or:
    case TERM_xor:
    case TERM_add:
    case TERM_mul:
        return depth > 0 && narrows(terms, node->operands[0], depth - 1) &&
               narrows(terms, node->operands[1], depth - 1);
    default:
        return false;
    }
}

static Term extract_from_concat(TermTable *terms, const TermNode *node, uint32_t low, uint32_t width)
{
    Term upper = node->operands[0], lower = node->operands[1];
    uint32_t split = table_width(terms, lower);
    if (low >= split)
        return term_extract(terms, upper, low - split, width);
    if (low + width <= split)
        return term_extract(terms, lower, low, width);
    Term high_part = term_extract(terms, upper, 0, low + width - split);
    return term_concat(terms, high_part, term_extract(terms, lower, low, split - low));
}

static Term extract_from_extension(TermTable *terms, const TermNode *node, uint32_t low, uint32_t width)
{
    Term inner = node->operands[0];
    uint32_t split = table_width(terms, inner);
    if (low + width <= split)
        return term_extract(terms, inner, low, width);
    if (node->kind == TERM_zero_extend)
        return low >= split ? term_constant(terms, width, 0)
                            : term_zero_extend(terms, term_extract(terms, inner, low, split - low), width);
    uint32_t first = low >= split ? split - 1 : low;
    return term_sign_extend(terms, term_extract(terms, inner, first, split - first), width);
}

static Term narrow(TermTable *terms, const TermNode *node, uint32_t width)
{
    uint32_t count = node->kind == TERM_not || node->kind == TERM_negate ? 1 : 2;
    Term operands[2] = {0};
    for (uint32_t i = 0; i < count; i++)
        operands[i] = term_extract(terms, node->operands[i], 0, width);
    return term_rebuild(terms, (TermKind)node->kind, width, operands, 0);
}

Term term_extract(TermTable *terms, Term a, uint32_t low, uint32_t width)
{
    TermNode node = *table_node(terms, a);
    CHECK(width >= 1 && low + width <= node.width);
    if (width == node.width)
        return a;
    switch (node.kind) {
    case TERM_constant:
        return term_constant(terms, width, table_node_value(&node) >> low);
    case TERM_extract:
        return term_extract(terms, node.operands[0], node.low + low, width);
    case TERM_concat:
        return extract_from_concat(terms, &node, low, width);
    case TERM_zero_extend:
    case TERM_sign_extend:
        return extract_from_extension(terms, &node, low, width);
    default:
        if (low == 0 && narrows(terms, a, NARROWING_DEPTH))
            return narrow(terms, &node, width);
        return table_intern(terms, TERM_extract, width, low, a, 0, 0);
    }
}

static bool is_structured(const TermTable *terms, Term a)
{
    TermKind kind = table_kind(terms, a);
    return kind == TERM_constant || kind == TERM_concat || kind == TERM_zero_extend || kind == TERM_sign_extend;
}

// The term of which `high` and `low` are adjacent pieces, or NO_TERM.
static Term merge(TermTable *terms, Term high, Term low)
{
    TermNode node = *table_node(terms, high);
    uint32_t low_width = table_width(terms, low);
    if (node.kind == TERM_extract && node.low >= low_width) {
        uint32_t first = node.low - low_width;
        if (term_extract(terms, node.operands[0], first, low_width) == low)
            return term_extract(terms, node.operands[0], first, low_width + node.width);
    } else if (node.kind == TERM_extract && node.low > 0 && is_structured(terms, low)) {
        // all that is below `high` in its term may have become the upper part of something else
        uint32_t rest = low_width - node.low;
        if (term_extract(terms, node.operands[0], 0, node.low) == term_extract(terms, low, rest, node.low)) {
            Term upper = term_extract(terms, node.operands[0], 0, node.low + node.width);
            return term_concat(terms, upper, term_extract(terms, low, 0, rest));
        }
    }
    if (node.width == 1 && term_extract(terms, low, low_width - 1, 1) == high)
        return term_sign_extend(terms, low, low_width + 1);
    return NO_TERM;
}

Term term_concat(TermTable *terms, Term high, Term low)
{
    TermNode upper = *table_node(terms, high), lower = *table_node(terms, low);
    uint32_t width = (uint32_t)upper.width + lower.width;
    CHECK(width <= TERM_WIDTH_LIMIT);
    switch (upper.kind) {
    case TERM_constant:
        if (table_node_value(&upper) == 0)
            return term_zero_extend(terms, low, width);
        if (lower.kind == TERM_constant)
            return table_fold(terms, TERM_concat, width, high, low);
        if (!(table_node_value(&upper) & value_sign_bit(upper.width))) {
            uint32_t rest = 64 - (uint32_t)__builtin_clzll(table_node_value(&upper));
            Term inner = term_concat(terms, term_constant(terms, rest, table_node_value(&upper)), low);
            return term_zero_extend(terms, inner, width);
        }
        if (lower.kind == TERM_zero_extend) {
            uint32_t inner_width = table_width(terms, lower.operands[0]);
            uint64_t value = table_node_value(&upper) << (lower.width - inner_width);
            return term_concat(terms, term_constant(terms, width - inner_width, value), lower.operands[0]);
        }
        if (lower.kind == TERM_concat && table_is_constant(terms, lower.operands[0]))
            return term_concat(terms, term_concat(terms, high, lower.operands[0]), lower.operands[1]);
        break;
    case TERM_zero_extend:
        return term_zero_extend(terms, term_concat(terms, upper.operands[0], low), width);
    case TERM_sign_extend:
        return term_sign_extend(terms, term_concat(terms, upper.operands[0], low), width);
    case TERM_concat:
        return term_concat(terms, upper.operands[0], term_concat(terms, upper.operands[1], low));
    default:
        break;
    }
    Term merged = merge(terms, high, low);
    if (merged)
        return merged;
    if (lower.kind == TERM_concat) {
        merged = merge(terms, high, lower.operands[0]);
        if (merged)
            return term_concat(terms, merged, lower.operands[1]);
    }
    return table_intern(terms, TERM_concat, width, 0, high, low, 0);
}

Term term_zero_extend(TermTable *terms, Term a, uint32_t width)
{
    TermNode node = *table_node(terms, a);
    CHECK(width >= node.width && width <= TERM_WIDTH_LIMIT);
    if (width == node.width)
        return a;
    if (node.kind == TERM_constant)
        return term_constant(terms, width, table_node_value(&node));
    if (node.kind == TERM_zero_extend)
        a = node.operands[0];
    return table_intern(terms, TERM_zero_extend, width, 0, a, 0, 0);
}

Term term_sign_extend(TermTable *terms, Term a, uint32_t width)
{
    TermNode node = *table_node(terms, a);
    CHECK(width >= node.width && width <= TERM_WIDTH_LIMIT);
    if (width == node.width)
        return a;
    switch (node.kind) {
    case TERM_constant:
        return term_constant(terms, width, value_sign_extend(table_node_value(&node), node.width));
    case TERM_zero_extend:
        return term_zero_extend(terms, node.operands[0], width);
    case TERM_sign_extend:
        a = node.operands[0];
        break;
    case TERM_concat:
        if (table_is_constant(terms, node.operands[0])) {
            uint32_t high_width = width - table_width(terms, node.operands[1]);
            return term_concat(terms, term_sign_extend(terms, node.operands[0], high_width), node.operands[1]);
        }
        break;
    default:
        break;
    }
    return table_intern(terms, TERM_sign_extend, width, 0, a, 0, 0);
}

Term term_join_bytes(TermTable *terms, const Term *bytes, uint32_t count)
{
    CHECK(count >= 1 && count <= TERM_WIDTH_LIMIT / 8);
    Term joined = bytes[0];
    for (uint32_t i = 0; i < count; i++) {
        CHECK(table_width(terms, bytes[i]) == 8);
        if (i > 0)
            joined = term_concat(terms, bytes[i], joined);
    }
    return joined;
}
