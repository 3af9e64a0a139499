// The functions of math.h, computed by the host's.
#include <math.h>
#include <string.h>

#include "machine/state.h"

static double get_double(const Call *call, uint32_t index)
{
    uint64_t word = call_argument(call, index);
    double value;
    memcpy(&value, &word, 8);
    return value;
}

static float get_float(const Call *call, uint32_t index)
{
    uint32_t word = (uint32_t)call_argument(call, index);
    float value;
    memcpy(&value, &word, 4);
    return value;
}

static bool put_double(const Call *call, double value)
{
    uint64_t word;
    memcpy(&word, &value, 8);
    call_return(call, word);
    return true;
}

static bool put_float(const Call *call, float value)
{
    uint32_t word;
    memcpy(&word, &value, 4);
    call_return(call, word);
    return true;
}

bool intrinsic_math(const Call *call)
{
    switch (call->intrinsic) {
#define UNARY_CASE(ROW, name)                               \
    case INTRINSIC_##name:                                  \
        return put_double(call, name(get_double(call, 0))); \
    case INTRINSIC_##name##f:                               \
        return put_float(call, name##f(get_float(call, 0)));
        MATH_UNARY_TABLE(UNARY_CASE, )
#undef UNARY_CASE
#define BINARY_CASE(ROW, name)                                                   \
    case INTRINSIC_##name:                                                       \
        return put_double(call, name(get_double(call, 0), get_double(call, 1))); \
    case INTRINSIC_##name##f:                                                    \
        return put_float(call, name##f(get_float(call, 0), get_float(call, 1)));
        MATH_BINARY_TABLE(BINARY_CASE, )
#undef BINARY_CASE
#define TERNARY_CASE(ROW, name)                                                                       \
    case INTRINSIC_##name:                                                                            \
        return put_double(call, name(get_double(call, 0), get_double(call, 1), get_double(call, 2))); \
    case INTRINSIC_##name##f:                                                                         \
        return put_float(call, name##f(get_float(call, 0), get_float(call, 1), get_float(call, 2)));
        MATH_TERNARY_TABLE(TERNARY_CASE, )
#undef TERNARY_CASE
    default:
        return false;
    }
}
