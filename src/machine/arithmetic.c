#include "machine/arithmetic.h"

#include <math.h>

bool arithmetic_overflows(OverflowOperation operation, uint64_t a, uint64_t b, uint32_t width, uint64_t *wrapped)
{
    int64_t left = signed_value(a, width), right = signed_value(b, width), signed_result = 0;
    uint64_t result = 0;
    bool overflow = false, is_signed = false;
    switch (operation) {
    case OVERFLOW_SADD:
        overflow = __builtin_add_overflow(left, right, &signed_result);
        is_signed = true;
        break;
    case OVERFLOW_SSUB:
        overflow = __builtin_sub_overflow(left, right, &signed_result);
        is_signed = true;
        break;
    case OVERFLOW_SMUL:
        overflow = __builtin_mul_overflow(left, right, &signed_result);
        is_signed = true;
        break;
    case OVERFLOW_UADD:
        overflow = __builtin_add_overflow(a, b, &result);
        break;
    case OVERFLOW_USUB:
        overflow = __builtin_sub_overflow(a, b, &result);
        break;
    case OVERFLOW_UMUL:
        overflow = __builtin_mul_overflow(a, b, &result);
        break;
    }
    if (is_signed) {
        result = (uint64_t)signed_result;
        overflow |= signed_value(result & width_mask(width), width) != signed_result;
    } else {
        overflow |= result > width_mask(width);
    }
    *wrapped = result & width_mask(width);
    return overflow;
}

uint64_t arithmetic_saturate(OverflowOperation operation, uint64_t a, uint64_t b, uint32_t width)
{
    uint64_t result;
    if (!arithmetic_overflows(operation, a, b, width, &result))
        return result;
    uint64_t sign = UINT64_C(1) << (width - 1);
    switch (operation) {
    case OVERFLOW_UADD:
        return width_mask(width);
    case OVERFLOW_USUB:
        return 0;
    default:
        return a & sign ? sign : sign - 1;
    }
}

uint64_t arithmetic_reverse_bits(uint64_t value, uint32_t width)
{
    uint64_t result = 0;
    for (uint32_t i = 0; i < width; i++)
        result |= (value >> i & 1) << (width - 1 - i);
    return result;
}

uint64_t arithmetic_funnel(uint64_t high, uint64_t low, uint64_t amount, uint32_t width, bool left)
{
    amount %= width;
    if (!amount)
        return left ? high : low;
    return (left ? high << amount | low >> (width - amount) : high << (width - amount) | low >> amount) &
           width_mask(width);
}

uint64_t arithmetic_multiply_high(uint64_t a, uint64_t b)
{
    uint64_t a_low = a & UINT32_MAX, a_high = a >> 32, b_low = b & UINT32_MAX, b_high = b >> 32;
    uint64_t middle = a_high * b_low + (a_low * b_low >> 32), other = a_low * b_high + (middle & UINT32_MAX);
    return a_high * b_high + (middle >> 32) + (other >> 32);
}

uint64_t arithmetic_compare_floats(uint64_t a, uint64_t b, uint32_t width, uint64_t predicate)
{
    double left = width == 32 ? (double)to_float(a) : to_double(a),
           right = width == 32 ? (double)to_float(b) : to_double(b);
    uint64_t relation = isnan(left) || isnan(right) ? FLOAT_UNORDERED
                        : left < right              ? FLOAT_LESS
                        : left > right              ? FLOAT_GREATER
                                                    : FLOAT_EQUAL;
    return (predicate & relation) != 0;
}

uint64_t arithmetic_float_to_integer(double value, uint32_t width, bool is_signed)
{
    if (isnan(value))
        return 0;
    double limit = ldexp(1.0, (int)(is_signed ? width - 1 : width));
    if (value >= limit)
        return is_signed ? width_mask(width - 1) : width_mask(width);
    if (is_signed)
        return value < -limit ? UINT64_C(1) << (width - 1) : (uint64_t)(int64_t)value & width_mask(width);
    return value < 0 ? (uint64_t)(int64_t)(value < -9.2e18 ? 0 : value) & width_mask(width) : (uint64_t)value;
}

uint64_t arithmetic_float_operation(Opcode opcode, uint64_t a, uint64_t b, uint32_t width)
{
    if (width == 32) {
        float left = to_float(a), right = to_float(b);
        switch (opcode) {
        case OP_float_add:
            return from_float(left + right);
        case OP_float_sub:
            return from_float(left - right);
        case OP_float_mul:
            return from_float(left * right);
        case OP_float_div:
            return from_float(left / right);
        default:
            return from_float(fmodf(left, right));
        }
    }
    double left = to_double(a), right = to_double(b);
    switch (opcode) {
    case OP_float_add:
        return from_double(left + right);
    case OP_float_sub:
        return from_double(left - right);
    case OP_float_mul:
        return from_double(left * right);
    case OP_float_div:
        return from_double(left / right);
    default:
        return from_double(fmod(left, right));
    }
}

bool compute_binary(Opcode opcode, uint64_t left, uint64_t right, uint32_t width, uint64_t *result)
{
    bool divides = opcode == OP_udiv || opcode == OP_sdiv || opcode == OP_urem || opcode == OP_srem;
    bool shifts = opcode == OP_shl || opcode == OP_lshr || opcode == OP_ashr;
    bool overflows = signed_value(right, width) == -1 && (opcode == OP_sdiv || opcode == OP_srem);
    if ((divides && (!right || overflows)) || (shifts && right >= width))
        return false;
    switch (opcode) {
#define BINARY_CASE(name)                             \
    case OP_##name:                                   \
        *result = compute_##name(left, right, width); \
        return true;
        BINARY_TABLE(BINARY_CASE)
#undef BINARY_CASE
    default:
        return false;
    }
}
