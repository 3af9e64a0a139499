// The meaning of the operators on numbers: what folding of constants and evaluation share. Values are zero-extended
// from their width, in operands as in results.
#include "term/table.h"

static uint64_t divide_unsigned(uint64_t a, uint64_t b)
{
    return b ? a / b : UINT64_MAX;
}

static uint64_t remainder_unsigned(uint64_t a, uint64_t b)
{
    return b ? a % b : a;
}

static uint64_t magnitude(uint64_t value, uint32_t width)
{
    return value & value_sign_bit(width) ? (0 - value) & value_mask(width) : value;
}

// By magnitudes, as SMT-LIB defines it: the quotient is negative if the signs differ, also for a divisor of zero.
static uint64_t divide_signed(uint64_t a, uint64_t b, uint32_t width)
{
    uint64_t quotient = divide_unsigned(magnitude(a, width), magnitude(b, width));
    return (a ^ b) & value_sign_bit(width) ? 0 - quotient : quotient;
}

static uint64_t remainder_signed(uint64_t a, uint64_t b, uint32_t width)
{
    uint64_t remainder = remainder_unsigned(magnitude(a, width), magnitude(b, width));
    return a & value_sign_bit(width) ? 0 - remainder : remainder;
}

static uint64_t shift_right_signed(uint64_t a, uint64_t b, uint32_t width)
{
    uint32_t amount = b < width ? (uint32_t)b : width - 1;
    uint64_t shifted = a >> amount;
    return a & value_sign_bit(width) ? shifted | ~(value_mask(width) >> amount) : shifted;
}

static uint64_t apply(TermKind kind, uint32_t width, uint32_t operand_width, uint32_t low, const uint64_t *operands)
{
    uint64_t a = operands[0], b = operands[1];
    switch (kind) {
    case TERM_not:
        return ~a;
    case TERM_negate:
        return 0 - a;
    case TERM_and:
        return a & b;
    case TERM_or:
        return a | b;
    case TERM_xor:
        return a ^ b;
    case TERM_add:
        return a + b;
    case TERM_mul:
        return a * b;
    case TERM_udiv:
        return divide_unsigned(a, b);
    case TERM_urem:
        return remainder_unsigned(a, b);
    case TERM_sdiv:
        return divide_signed(a, b, width);
    case TERM_srem:
        return remainder_signed(a, b, width);
    case TERM_shl:
        return b < width ? a << b : 0;
    case TERM_lshr:
        return b < width ? a >> b : 0;
    case TERM_ashr:
        return shift_right_signed(a, b, width);
    case TERM_equal:
        return a == b;
    case TERM_ult:
        return a < b;
    case TERM_slt:
        return value_signed(a, operand_width) < value_signed(b, operand_width);
    case TERM_ite:
        return a ? b : operands[2];
    case TERM_concat:
        return a << operand_width | b;
    case TERM_extract:
        return a >> low;
    case TERM_zero_extend:
        return a;
    case TERM_sign_extend:
        return value_sign_extend(a, operand_width);
    case TERM_constant:
    case TERM_symbol:
    case TERM_KIND_COUNT:
        break;
    }
    INTERNAL_ERROR("a term of kind %d cannot be computed", (int)kind);
}

uint64_t value_apply(TermKind kind, uint32_t width, uint32_t operand_width, uint32_t low, const uint64_t *operands)
{
    return apply(kind, width, operand_width, low, operands) & value_mask(width);
}

Term table_fold(TermTable *terms, TermKind kind, uint32_t width, Term a, Term b)
{
    uint64_t operands[3] = {table_value(terms, a), table_value(terms, b), 0};
    return term_constant(terms, width, value_apply(kind, width, table_width(terms, b), 0, operands));
}
