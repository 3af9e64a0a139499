/*
 * The part of math.h that takes numbers apart or turns them into integers. The functions proper are the machine's. The
 * bits are those of IEEE 754; long double is not modelled.
 */
#include "model.h"

enum { FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL };
enum { EXPONENT_MASK = 0x7ff, EXPONENT_BIAS = 1023, MANTISSA_BITS = 52 };

double rint(double value);
double round(double value);
double trunc(double value);
double sin(double value);
double cos(double value);

static unsigned long long math_bits(double value)
{
    unsigned long long bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double math_from_bits(unsigned long long bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static int math_exponent(double value)
{
    return (int)(math_bits(value) >> MANTISSA_BITS) & EXPONENT_MASK;
}

static unsigned long long math_mantissa(double value)
{
    return math_bits(value) & ((1ULL << MANTISSA_BITS) - 1);
}

static _Bool math_is_finite(double value)
{
    return math_exponent(value) != EXPONENT_MASK;
}

int __fpclassify(double value)
{
    int exponent = math_exponent(value);
    if (exponent == EXPONENT_MASK) {
        return math_mantissa(value) ? FP_NAN : FP_INFINITE;
    }
    if (exponent == 0) {
        return math_mantissa(value) ? FP_SUBNORMAL : FP_ZERO;
    }
    return FP_NORMAL;
}

int __fpclassifyf(float value)
{
    int class = __fpclassify(value);
    return class == FP_NORMAL && value < __FLT_MIN__ && value > -__FLT_MIN__ ? FP_SUBNORMAL : class;
}

int isnan(double value)
{
    return value != value;
}

int isnanf(float value)
{
    return value != value;
}

int __isnan(double value)
{
    return value != value;
}

int __isnanf(float value)
{
    return value != value;
}

int isinf(double value)
{
    return math_is_finite(value) || value != value ? 0 : value > 0 ? 1 : -1;
}

int isinff(float value)
{
    return isinf(value);
}

int __isinf(double value)
{
    return isinf(value);
}

int __isinff(float value)
{
    return isinf(value);
}

int finite(double value)
{
    return math_is_finite(value);
}

int finitef(float value)
{
    return math_is_finite(value);
}

int __finite(double value)
{
    return math_is_finite(value);
}

int __finitef(float value)
{
    return math_is_finite(value);
}

int __signbit(double value)
{
    return (int)(math_bits(value) >> 63);
}

int __signbitf(float value)
{
    return __signbit(value);
}

double nan(const char *tag)
{
    (void)tag;
    return __builtin_nan("");
}

float nanf(const char *tag)
{
    (void)tag;
    return __builtin_nanf("");
}

long lrint(double value)
{
    return (long)rint(value);
}

long lrintf(float value)
{
    return (long)rint(value);
}

long long llrint(double value)
{
    return (long long)rint(value);
}

long long llrintf(float value)
{
    return (long long)rint(value);
}

long lround(double value)
{
    return (long)round(value);
}

long lroundf(float value)
{
    return (long)round(value);
}

long long llround(double value)
{
    return (long long)round(value);
}

long long llroundf(float value)
{
    return (long long)round(value);
}

double modf(double value, double *whole)
{
    *whole = trunc(value);
    double rest = math_is_finite(value) ? value - *whole : value != value ? value : 0.0;
    unsigned long long sign = math_bits(value) & 1ULL << 63;
    return math_from_bits((math_bits(rest) & ~(1ULL << 63)) | sign);
}

float modff(float value, float *whole)
{
    double wide_whole;
    float rest = (float)modf(value, &wide_whole);
    *whole = (float)wide_whole;
    return rest;
}

double frexp(double value, int *exponent)
{
    int shift = 0;
    *exponent = 0;
    if (value == 0 || !math_is_finite(value)) {
        return value;
    }
    if (math_exponent(value) == 0) {
        value *= 0x1p54;
        shift = 54;
    }
    *exponent = math_exponent(value) - (EXPONENT_BIAS - 1) - shift;
    unsigned long long cleared = math_bits(value) & ~((unsigned long long)EXPONENT_MASK << MANTISSA_BITS);
    return math_from_bits(cleared | (unsigned long long)(EXPONENT_BIAS - 1) << MANTISSA_BITS);
}

float frexpf(float value, int *exponent)
{
    return (float)frexp(value, exponent);
}

static double math_power_of_two(int exponent)
{
    return math_from_bits((unsigned long long)(exponent + EXPONENT_BIAS) << MANTISSA_BITS);
}

/* The fraction is scaled in two factors, of which only the second can round. */
double scalbln(double value, long exponent)
{
    int own;
    double fraction = frexp(value, &own);
    if (value == 0 || !math_is_finite(value)) {
        return value;
    }
    if (exponent > 5000 || own + exponent > 1024) {
        return fraction * math_power_of_two(1023) * math_power_of_two(1023);
    }
    if (exponent < -5000 || own + exponent < -1080) {
        return fraction * math_power_of_two(-1022) * math_power_of_two(-1022);
    }
    int total = own + (int)exponent;
    if (total >= -1020) {
        return fraction * 2 * math_power_of_two(total - 1);
    }
    return fraction * math_power_of_two(total + 200) * math_power_of_two(-200);
}

double scalbn(double value, int exponent)
{
    return scalbln(value, exponent);
}

double ldexp(double value, int exponent)
{
    return scalbln(value, exponent);
}

float scalblnf(float value, long exponent)
{
    return (float)scalbln(value, exponent);
}

float scalbnf(float value, int exponent)
{
    return (float)scalbln(value, exponent);
}

float ldexpf(float value, int exponent)
{
    return (float)scalbln(value, exponent);
}

/* Zero, infinity and NaN give the FP_ILOGB0 and FP_ILOGBNAN of the target: these differ between x86 and Arm. */
int ilogb(double value)
{
#if defined __x86_64__ || defined __i386__
    int zero_or_nan[2] = {-INT_MAX - 1, -INT_MAX - 1};
#else
    int zero_or_nan[2] = {-INT_MAX, INT_MAX};
#endif
    int exponent;
    if (value == 0 || value != value) {
        return zero_or_nan[value != value];
    }
    if (!math_is_finite(value)) {
        return INT_MAX;
    }
    frexp(value, &exponent);
    return exponent - 1;
}

int ilogbf(float value)
{
    return ilogb(value);
}

void sincos(double angle, double *sine, double *cosine)
{
    *sine = sin(angle);
    *cosine = cos(angle);
}
