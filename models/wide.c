/*
 * Division of 128-bit integers and their conversion to and from floating point, under the names compilers give to
 * these functions. Nothing here divides 128-bit integers or converts them itself: the front end turns that into calls
 * of these very functions, after it has checked that the divisor is not zero and the quotient fits. Targets with 32-bit
 * pointers have no such integers.
 */
#include "model.h"

#ifdef __SIZEOF_INT128__

typedef unsigned __int128 wide;
typedef __int128 signed_wide;
typedef unsigned long long word;

enum { WORD_BITS = 64, MANTISSA_BITS = 52, EXPONENT_MASK = 0x7ff, EXPONENT_BIAS = 1023 };

wide __udivti3(wide dividend, wide divisor);
wide __umodti3(wide dividend, wide divisor);
signed_wide __divti3(signed_wide dividend, signed_wide divisor);
signed_wide __modti3(signed_wide dividend, signed_wide divisor);
double __floatuntidf(wide value);
double __floattidf(signed_wide value);
float __floatuntisf(wide value);
float __floattisf(signed_wide value);
wide __fixunsdfti(double value);
signed_wide __fixdfti(double value);

static int wide_leading_zeros(wide value)
{
    word high = (word)(value >> WORD_BITS);
    return high ? __builtin_clzll(high) : WORD_BITS + __builtin_clzll((word)value);
}

static wide wide_magnitude(signed_wide value)
{
    return value < 0 ? -(wide)value : (wide)value;
}

/* Long division, bit by bit from the first at which the divisor goes in. */
static wide wide_divide(wide dividend, wide divisor, wide *remainder)
{
    wide quotient = 0;
    if (!((dividend | divisor) >> WORD_BITS)) {
        *remainder = (word)dividend % (word)divisor;
        return (word)dividend / (word)divisor;
    }
    if (dividend >= divisor) {
        int shift = wide_leading_zeros(divisor) - wide_leading_zeros(dividend);
        divisor <<= shift;
        for (; shift >= 0; shift--) {
            quotient <<= 1;
            if (dividend >= divisor) {
                dividend -= divisor;
                quotient |= 1;
            }
            divisor >>= 1;
        }
    }
    *remainder = dividend;
    return quotient;
}

wide __udivti3(wide dividend, wide divisor)
{
    wide remainder;
    return wide_divide(dividend, divisor, &remainder);
}

wide __umodti3(wide dividend, wide divisor)
{
    wide remainder;
    wide_divide(dividend, divisor, &remainder);
    return remainder;
}

signed_wide __divti3(signed_wide dividend, signed_wide divisor)
{
    wide remainder;
    wide quotient = wide_divide(wide_magnitude(dividend), wide_magnitude(divisor), &remainder);
    return (signed_wide)((dividend < 0) != (divisor < 0) ? -quotient : quotient);
}

signed_wide __modti3(signed_wide dividend, signed_wide divisor)
{
    wide remainder;
    wide_divide(wide_magnitude(dividend), wide_magnitude(divisor), &remainder);
    return (signed_wide)(dividend < 0 ? -remainder : remainder);
}

/*
 * The highest 64 bits, of which the lowest also says whether any bit below them is set: that is enough to round as the
 * whole number would. *scale is the power of two they stand for.
 */
static word wide_leading_word(wide value, float *scale)
{
    int shift = WORD_BITS - wide_leading_zeros(value);
    *scale = 1;
    if (shift <= 0)
        return (word)value;
    *scale = (float)(1ULL << (shift - 1)) * 2;
    return (word)(value >> shift) | ((value << (2 * WORD_BITS - shift)) != 0);
}

double __floatuntidf(wide value)
{
    float scale;
    word leading = value ? wide_leading_word(value, &scale) : 0;
    return leading ? (double)leading * scale : 0;
}

float __floatuntisf(wide value)
{
    float scale;
    word leading = value ? wide_leading_word(value, &scale) : 0;
    return leading ? (float)leading * scale : 0;
}

double __floattidf(signed_wide value)
{
    double magnitude = __floatuntidf(wide_magnitude(value));
    return value < 0 ? -magnitude : magnitude;
}

float __floattisf(signed_wide value)
{
    float magnitude = __floatuntisf(wide_magnitude(value));
    return value < 0 ? -magnitude : magnitude;
}

/* The whole part without the sign; `limit` where it does not fit below 2 to the `bits`. */
static wide wide_whole_part(double value, int bits, wide limit)
{
    word number;
    memcpy(&number, &value, sizeof number);
    int exponent = (int)(number >> MANTISSA_BITS & EXPONENT_MASK) - EXPONENT_BIAS;
    if (exponent < 0 || value != value)
        return 0;
    if (exponent >= bits)
        return limit;
    word mantissa = (number & ((1ULL << MANTISSA_BITS) - 1)) | 1ULL << MANTISSA_BITS;
    return exponent <= MANTISSA_BITS ? mantissa >> (MANTISSA_BITS - exponent)
                                     : (wide)mantissa << (exponent - MANTISSA_BITS);
}

wide __fixunsdfti(double value)
{
    return value < 0 ? 0 : wide_whole_part(value, 2 * WORD_BITS, ~(wide)0);
}

signed_wide __fixdfti(double value)
{
    wide sign = (wide)1 << (2 * WORD_BITS - 1);
    return (signed_wide)(value < 0 ? -wide_whole_part(value, 2 * WORD_BITS - 1, sign)
                                   : wide_whole_part(value, 2 * WORD_BITS - 1, sign - 1));
}

#endif
