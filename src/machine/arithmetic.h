// Arithmetic on words that hold values of 1 to 64 bits, zero-extended. Everything here is a function of its operands;
// what the program did wrong (division by zero, a shift too far) has been checked before.
#ifndef RADDLE_MACHINE_ARITHMETIC_H
#define RADDLE_MACHINE_ARITHMETIC_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "ir/opcodes.h"

static inline uint64_t width_mask(uint32_t width)
{
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static inline int64_t signed_value(uint64_t value, uint32_t width)
{
    return (int64_t)(value << (64 - width)) >> (64 - width);
}

static inline double to_double(uint64_t word)
{
    double value;
    memcpy(&value, &word, 8);
    return value;
}

static inline float to_float(uint64_t word)
{
    float value;
    uint32_t bits = (uint32_t)word;
    memcpy(&value, &bits, 4);
    return value;
}

static inline uint64_t from_double(double value)
{
    uint64_t word;
    memcpy(&word, &value, 8);
    return word;
}

static inline uint64_t from_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits;
}

static inline uint64_t compute_add(uint64_t a, uint64_t b, uint32_t w)
{
    return (a + b) & width_mask(w);
}
static inline uint64_t compute_sub(uint64_t a, uint64_t b, uint32_t w)
{
    return (a - b) & width_mask(w);
}
static inline uint64_t compute_mul(uint64_t a, uint64_t b, uint32_t w)
{
    return (a * b) & width_mask(w);
}
static inline uint64_t compute_udiv(uint64_t a, uint64_t b, uint32_t w)
{
    return (void)w, a / b;
}
static inline uint64_t compute_urem(uint64_t a, uint64_t b, uint32_t w)
{
    return (void)w, a % b;
}
static inline uint64_t compute_sdiv(uint64_t a, uint64_t b, uint32_t w)
{
    return (uint64_t)(signed_value(a, w) / signed_value(b, w)) & width_mask(w);
}
static inline uint64_t compute_srem(uint64_t a, uint64_t b, uint32_t w)
{
    return (uint64_t)(signed_value(a, w) % signed_value(b, w)) & width_mask(w);
}
static inline uint64_t compute_and(uint64_t a, uint64_t b, uint32_t w)
{
    return (void)w, a & b;
}
static inline uint64_t compute_or(uint64_t a, uint64_t b, uint32_t w)
{
    return (void)w, a | b;
}
static inline uint64_t compute_xor(uint64_t a, uint64_t b, uint32_t w)
{
    return (void)w, a ^ b;
}
static inline uint64_t compute_shl(uint64_t a, uint64_t b, uint32_t w)
{
    return b < w ? (a << b) & width_mask(w) : 0;
}
static inline uint64_t compute_lshr(uint64_t a, uint64_t b, uint32_t w)
{
    return b < w ? a >> b : 0;
}
static inline uint64_t compute_ashr(uint64_t a, uint64_t b, uint32_t w)
{
    return (uint64_t)(signed_value(a, w) >> (b < w ? b : w - 1)) & width_mask(w);
}
static inline uint64_t compute_eq(uint64_t a, uint64_t b, uint32_t w)
{
    return (void)w, a == b;
}
static inline uint64_t compute_ne(uint64_t a, uint64_t b, uint32_t w)
{
    return (void)w, a != b;
}
static inline uint64_t compute_ult(uint64_t a, uint64_t b, uint32_t w)
{
    return (void)w, a < b;
}
static inline uint64_t compute_ule(uint64_t a, uint64_t b, uint32_t w)
{
    return (void)w, a <= b;
}
static inline uint64_t compute_ugt(uint64_t a, uint64_t b, uint32_t w)
{
    return (void)w, a > b;
}
static inline uint64_t compute_uge(uint64_t a, uint64_t b, uint32_t w)
{
    return (void)w, a >= b;
}
static inline uint64_t compute_slt(uint64_t a, uint64_t b, uint32_t w)
{
    return signed_value(a, w) < signed_value(b, w);
}
static inline uint64_t compute_sle(uint64_t a, uint64_t b, uint32_t w)
{
    return signed_value(a, w) <= signed_value(b, w);
}
static inline uint64_t compute_sgt(uint64_t a, uint64_t b, uint32_t w)
{
    return signed_value(a, w) > signed_value(b, w);
}
static inline uint64_t compute_sge(uint64_t a, uint64_t b, uint32_t w)
{
    return signed_value(a, w) >= signed_value(b, w);
}

// Whether the exact result does not fit; `wrapped` is what the processor leaves.
bool arithmetic_overflows(OverflowOperation operation, uint64_t a, uint64_t b, uint32_t width, uint64_t *wrapped);
uint64_t arithmetic_saturate(OverflowOperation operation, uint64_t a, uint64_t b, uint32_t width);
uint64_t arithmetic_reverse_bits(uint64_t value, uint32_t width);
uint64_t arithmetic_funnel(uint64_t high, uint64_t low, uint64_t amount, uint32_t width, bool left);
uint64_t arithmetic_multiply_high(uint64_t a, uint64_t b);
uint64_t arithmetic_compare_floats(uint64_t a, uint64_t b, uint32_t width, uint64_t predicate);
// Out of range is undefined in C; as on common processors the result is clamped, and NaN becomes 0.
uint64_t arithmetic_float_to_integer(double value, uint32_t width, bool is_signed);
uint64_t arithmetic_float_operation(Opcode opcode, uint64_t a, uint64_t b, uint32_t width);

// The binary operation that the opcode stands for, whoever has not looked at the operands before: false if it is none, or
// has no result for these.
bool compute_binary(Opcode opcode, uint64_t left, uint64_t right, uint32_t width, uint64_t *result);

#endif
