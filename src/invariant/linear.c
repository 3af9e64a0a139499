#include "invariant/linear.h"

#include <stdlib.h>

#include "base/vector.h"

enum { PART_LIMIT = 64, DEPTH_LIMIT = 40 };

typedef struct Part {
    Term term;
    uint64_t factor;
} Part;

typedef struct Sum {
    VECTOR(Part) parts;
    uint64_t constant;
    uint32_t width;
    bool too_large;
} Sum;

static void add_part(Sum *sum, Term term, uint64_t factor)
{
    for (uint32_t i = 0; i < sum->parts.count; i++)
        if (sum->parts.data[i].term == term) {
            sum->parts.data[i].factor += factor;
            return;
        }
    sum->too_large |= sum->parts.count == PART_LIMIT;
    vector_push(&sum->parts, (Part){term, factor});
}

// Bits with zeros below: their product with a power of two.
static bool is_shifted(const TermTable *terms, Term term)
{
    return term_kind(terms, term) == TERM_concat && term_is_constant(terms, term_operand(terms, term, 1)) &&
           !term_constant_value(terms, term_operand(terms, term, 1));
}

// A term of the width whose low bits are those of the part, which may be narrower: the factor then has as many zeros as
// bits are missing, so it does not matter what they are.
static Term widen(TermTable *terms, Term part, uint32_t width)
{
    if (term_width(terms, part) == width)
        return part;
    bool is_part = term_kind(terms, part) == TERM_extract && !term_low_bit(terms, part) &&
                   term_width(terms, term_operand(terms, part, 0)) == width;
    return is_part ? term_operand(terms, part, 0) : term_zero_extend(terms, part, width);
}

// Adds a term, times a factor.
static void collect(TermTable *terms, Term term, uint64_t factor, uint32_t depth, Sum *sum)
{
    sum->too_large |= depth > DEPTH_LIMIT;
    if (sum->too_large)
        return;
    TermKind kind = term_kind(terms, term);
    if (kind == TERM_constant) {
        sum->constant += factor * term_constant_value(terms, term);
    } else if (kind == TERM_add) {
        collect(terms, term_operand(terms, term, 0), factor, depth + 1, sum);
        collect(terms, term_operand(terms, term, 1), factor, depth + 1, sum);
    } else if (kind == TERM_negate) {
        collect(terms, term_operand(terms, term, 0), 0 - factor, depth + 1, sum);
    } else if (kind == TERM_not) { // -x - 1
        sum->constant -= factor;
        collect(terms, term_operand(terms, term, 0), 0 - factor, depth + 1, sum);
    } else if (kind == TERM_mul || kind == TERM_shl) {
        Term a = term_operand(terms, term, 0), b = term_operand(terms, term, 1);
        Term constant = term_is_constant(terms, b) ? b : kind == TERM_mul && term_is_constant(terms, a) ? a : NO_TERM;
        uint64_t value = constant ? term_constant_value(terms, constant) : 0;
        if (!constant || (kind == TERM_shl && value > 63))
            add_part(sum, widen(terms, term, sum->width), factor);
        else
            collect(terms, constant == b ? a : b, factor * (kind == TERM_shl ? UINT64_C(1) << value : value), depth + 1,
                    sum);
    } else if (is_shifted(terms, term)) {
        uint32_t zeros = term_width(terms, term_operand(terms, term, 1));
        collect(terms, term_operand(terms, term, 0), factor << zeros, depth + 1, sum);
    } else {
        add_part(sum, widen(terms, term, sum->width), factor);
    }
}

static int by_term(const void *a, const void *b)
{
    Term left = ((const Part *)a)->term, right = ((const Part *)b)->term;
    return left < right ? -1 : left > right;
}

static Term normalise_sum(TermTable *terms, Term term)
{
    uint32_t width = term_width(terms, term);
    Sum sum = {.width = width};
    collect(terms, term, 1, 0, &sum);
    Term result = term;
    if (!sum.too_large) {
        if (sum.parts.count)
            qsort(sum.parts.data, sum.parts.count, sizeof *sum.parts.data, by_term);
        result = term_constant(terms, width, sum.constant);
        for (uint32_t i = 0; i < sum.parts.count; i++)
            result = term_add(
                terms, result,
                term_mul(terms, sum.parts.data[i].term, term_constant(terms, width, sum.parts.data[i].factor)));
    }
    vector_free(&sum.parts);
    return result;
}

Term linear_normalise(TermTable *terms, Term term)
{
    if (term_width(terms, term) > 1)
        return normalise_sum(terms, term);
    if (term_kind(terms, term) == TERM_not)
        return term_not(terms, linear_normalise(terms, term_operand(terms, term, 0)));
    if (term_kind(terms, term) != TERM_equal || term_width(terms, term_operand(terms, term, 0)) == 1)
        return term;
    Term difference = term_sub(terms, term_operand(terms, term, 0), term_operand(terms, term, 1));
    return term_equal(terms, normalise_sum(terms, difference), term_constant(terms, term_width(terms, difference), 0));
}
