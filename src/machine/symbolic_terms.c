// Terms of values: widths, updates, overflow. A term that is narrower than its word stands for the low bits of it; the
// rest is zero, as words are kept zero-extended.
#include "machine/symbolic.h"

Term symbolic_fit(TermTable *terms, Term term, uint32_t width)
{
    uint32_t present = term_width(terms, term);
    return present < width   ? term_zero_extend(terms, term, width)
           : present > width ? term_extract(terms, term, 0, width)
                             : term;
}

Term symbolic_keep(const TermTable *terms, Term term)
{
    return term && term_is_constant(terms, term) ? NO_TERM : term;
}

Term symbolic_truth(TermTable *terms, Term term)
{
    uint32_t width = term_width(terms, term);
    return width == 1 ? term : term_not(terms, term_equal(terms, term, term_constant(terms, width, 0)));
}

Term symbolic_value(TermTable *terms, Value value, uint32_t width)
{
    return value.term ? symbolic_fit(terms, value.term, width) : term_constant(terms, width, value.word);
}

Term symbolic_combine(Machine *machine, Thread *thread, ReadModifyWrite operation, Value old, Value operand,
                      uint32_t width)
{
    TermTable *terms = machine->terms;
    if (!old.term && !operand.term)
        return NO_TERM;
    if (operation == RMW_FADD || operation == RMW_FSUB) {
        symbolic_pin(machine, thread, &old.term, old.word);
        symbolic_pin(machine, thread, &operand.term, operand.word);
        return NO_TERM;
    }
    Term a = symbolic_value(terms, old, width), b = symbolic_value(terms, operand, width);
    switch (operation) {
    case RMW_XCHG:
        return symbolic_keep(terms, b);
    case RMW_ADD:
        return symbolic_keep(terms, term_add(terms, a, b));
    case RMW_SUB:
        return symbolic_keep(terms, term_sub(terms, a, b));
    case RMW_AND:
        return symbolic_keep(terms, term_and(terms, a, b));
    case RMW_NAND:
        return symbolic_keep(terms, term_not(terms, term_and(terms, a, b)));
    case RMW_OR:
        return symbolic_keep(terms, term_or(terms, a, b));
    case RMW_XOR:
        return symbolic_keep(terms, term_xor(terms, a, b));
    case RMW_MAX:
        return symbolic_keep(terms, term_ite(terms, term_slt(terms, b, a), a, b));
    case RMW_MIN:
        return symbolic_keep(terms, term_ite(terms, term_slt(terms, a, b), a, b));
    case RMW_UMAX:
        return symbolic_keep(terms, term_ite(terms, term_ult(terms, b, a), a, b));
    case RMW_UMIN:
        return symbolic_keep(terms, term_ite(terms, term_ult(terms, a, b), a, b));
    case RMW_FADD:
    case RMW_FSUB:
        break;
    }
    return NO_TERM;
}

Term symbolic_compare_exchange(Machine *machine, Value old, Value expected, Value desired, uint32_t width)
{
    TermTable *terms = machine->terms;
    if (!old.term && !expected.term && !desired.term)
        return NO_TERM;
    Term found = symbolic_value(terms, old, width);
    Term equal = term_equal(terms, found, symbolic_value(terms, expected, width));
    return symbolic_keep(terms, term_ite(terms, equal, symbolic_value(terms, desired, width), found));
}

Term symbolic_repeat(Machine *machine, Term byte, uint32_t count)
{
    if (!byte)
        return NO_TERM;
    Term bytes[8];
    for (uint32_t i = 0; i < count; i++)
        bytes[i] = symbolic_fit(machine->terms, byte, 8);
    return term_join_bytes(machine->terms, bytes, count);
}

static Term sign(TermTable *terms, Term term)
{
    return term_extract(terms, term, term_width(terms, term) - 1, 1);
}

// That the sign of the sum or difference is right. A sum is wrong if its operands have one sign and it has the other; a
// difference if its operands have different signs and it does not have that of the first.
static Term signed_fits(TermTable *terms, bool subtract, Term a, Term b)
{
    Term result = subtract ? term_sub(terms, a, b) : term_add(terms, a, b);
    Term differ = term_xor(terms, sign(terms, a), sign(terms, b));
    Term wrong = term_xor(terms, sign(terms, a), sign(terms, result));
    return term_not(terms, term_and(terms, subtract ? differ : term_not(terms, differ), wrong));
}

Term symbolic_fits(TermTable *terms, OverflowOperation operation, Term a, Term b, uint32_t width)
{
    switch (operation) {
    case OVERFLOW_SADD:
    case OVERFLOW_SSUB:
        return signed_fits(terms, operation == OVERFLOW_SSUB, a, b);
    case OVERFLOW_UADD:
        return term_ule(terms, a, term_add(terms, a, b));
    case OVERFLOW_USUB:
        return term_ule(terms, b, a);
    case OVERFLOW_SMUL: {
        Term exact = term_mul(terms, term_sign_extend(terms, a, 2 * width), term_sign_extend(terms, b, 2 * width));
        return term_equal(terms, exact, term_sign_extend(terms, term_extract(terms, exact, 0, width), 2 * width));
    }
    case OVERFLOW_UMUL: {
        Term exact = term_mul(terms, term_zero_extend(terms, a, 2 * width), term_zero_extend(terms, b, 2 * width));
        return term_equal(terms, term_extract(terms, exact, width, width), term_constant(terms, width, 0));
    }
    }
    return NO_TERM;
}

// --- Bits

static Term shift_right(TermTable *terms, Term term, uint32_t count)
{
    return term_lshr(terms, term, term_constant(terms, term_width(terms, term), count));
}

// The bits of every second group of `size` of them, from the lowest on.
static Term lower_groups(TermTable *terms, Term term, uint32_t size)
{
    uint64_t mask = 0;
    for (uint32_t bit = 0; bit < 64; bit++)
        mask |= (uint64_t)(bit / size % 2 == 0) << bit;
    return term_and(terms, term, term_constant(terms, term_width(terms, term), mask));
}

// Sums of neighbours, of groups that grow: each fits into its group.
Term symbolic_population(TermTable *terms, Term term)
{
    uint32_t width = term_width(terms, term);
    for (uint32_t size = 1; size < width; size *= 2)
        term =
            term_add(terms, lower_groups(terms, term, size), lower_groups(terms, shift_right(terms, term, size), size));
    return term;
}

Term symbolic_leading_zeros(TermTable *terms, Term term)
{
    uint32_t width = term_width(terms, term);
    for (uint32_t size = 1; size < width; size *= 2) // all below the first one become ones
        term = term_or(terms, term, shift_right(terms, term, size));
    return symbolic_population(terms, term_not(terms, term));
}

Term symbolic_trailing_zeros(TermTable *terms, Term term)
{
    uint32_t width = term_width(terms, term);
    Term lowest = term_and(terms, term, term_negate(terms, term));
    return symbolic_population(terms, term_sub(terms, lowest, term_constant(terms, width, 1)));
}

Term symbolic_reverse_bits(TermTable *terms, Term term)
{
    Term reversed = term_extract(terms, term, 0, 1);
    for (uint32_t bit = 1; bit < term_width(terms, term); bit++)
        reversed = term_concat(terms, reversed, term_extract(terms, term, bit, 1));
    return reversed;
}

// --- Floating point

// Without the sign.
static Term magnitude(TermTable *terms, Term term)
{
    uint32_t width = term_width(terms, term);
    return term_and(terms, term, term_constant(terms, width, width_mask(width - 1)));
}

static Term is_nan(TermTable *terms, Term term)
{
    uint32_t width = term_width(terms, term);
    uint64_t infinity = width == 32 ? UINT64_C(0x7f800000) : UINT64_C(0x7ff0000000000000);
    return term_ult(terms, term_constant(terms, width, infinity), magnitude(terms, term));
}

// Words in the order of the numbers: negative ones upside down, below the others.
static Term rank(TermTable *terms, Term term)
{
    uint32_t width = term_width(terms, term);
    Term top = term_constant(terms, width, UINT64_C(1) << (width - 1));
    return term_ite(terms, sign(terms, term), term_not(terms, term), term_or(terms, term, top));
}

Term symbolic_compare_floats(TermTable *terms, Term a, Term b, uint64_t relations)
{
    Term zero = term_constant(terms, term_width(terms, a), 0);
    Term both_zero = term_equal(terms, magnitude(terms, term_or(terms, a, b)), zero);
    Term less = term_ult(terms, rank(terms, a), rank(terms, b));
    Term equal = term_or(terms, term_equal(terms, a, b), both_zero);
    Term holds = relations & FLOAT_EQUAL ? equal : term_boolean(terms, false);
    if (relations & FLOAT_LESS)
        holds = term_or(terms, holds, term_and(terms, less, term_not(terms, equal)));
    if (relations & FLOAT_GREATER)
        holds = term_or(terms, holds, term_not(terms, term_or(terms, less, equal)));
    Term unordered = term_or(terms, is_nan(terms, a), is_nan(terms, b));
    return term_ite(terms, unordered, term_boolean(terms, relations & FLOAT_UNORDERED), holds);
}

// The exponent is counted from elsewhere; numbers too small for a full fraction get one; infinities and NaNs keep theirs,
// and a NaN is quiet afterwards.
Term symbolic_extend_float(TermTable *terms, Term term)
{
    enum { FRACTION = 23, EXPONENT = 8, BIAS = 1023 - 127, SPECIAL = 0x700, MORE = 52 - FRACTION };
    Term wide = term_zero_extend(terms, magnitude(terms, term), 64);
    Term fraction = term_extract(terms, term, 0, FRACTION), exponent = term_extract(terms, term, FRACTION, EXPONENT);
    Term moved = term_shl(terms, wide, term_constant(terms, 64, MORE));
    Term normal = term_add(terms, moved, term_constant(terms, 64, (uint64_t)BIAS << 52));
    Term special = term_add(terms, moved, term_constant(terms, 64, (uint64_t)SPECIAL << 52));
    Term nan = term_or(terms, special, term_constant(terms, 64, UINT64_C(1) << 51));
    // Small ones: the first one of the fraction becomes the one that is not written.
    Term zeros = symbolic_leading_zeros(terms, wide); // more than 64 - FRACTION - 1
    Term shifted = term_shl(terms, wide, term_sub(terms, zeros, term_constant(terms, 64, 11)));
    Term digits = term_and(terms, shifted, term_constant(terms, 64, width_mask(52)));
    Term power = term_sub(terms, term_constant(terms, 64, 1023 - 149 + 63), zeros);
    Term small = term_or(terms, digits, term_shl(terms, power, term_constant(terms, 64, 52)));
    Term no_fraction = term_equal(terms, fraction, term_constant(terms, FRACTION, 0));
    Term lowest = term_equal(terms, exponent, term_constant(terms, EXPONENT, 0));
    Term highest = term_equal(terms, exponent, term_constant(terms, EXPONENT, 0xff));
    Term tiny = term_ite(terms, no_fraction, term_constant(terms, 64, 0), small);
    Term large = term_ite(terms, no_fraction, special, nan);
    Term size = term_ite(terms, lowest, tiny, term_ite(terms, highest, large, normal));
    Term signed_bit = term_shl(terms, term_zero_extend(terms, sign(terms, term), 64), term_constant(terms, 64, 63));
    return term_or(terms, signed_bit, size);
}
