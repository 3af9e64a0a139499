// The circuits: ripple-carry adders, multiplication by shifting and adding, barrel shifters, comparison as a chain
// from the lowest bit. Division by an unknown guesses quotient and remainder and says what they must satisfy; they
// are determined by the operands, so the constraints hold globally and exclude no value of the operands. That proves
// x % y < y and x / y * y + x % y == x with 64 bits within a second; a circuit for long division does not within 20.
// Division by a constant is both: the steps of long division, which find the quotient of a known dividend without
// search, and the product.
#include "solve/words.h"

#include <stdlib.h>
#include <string.h>

Literal word_add(Gates *gates, const Literal *a, const Literal *b, Literal carry, uint32_t width, Literal *sum)
{
    for (uint32_t i = 0; i < width; i++) {
        Literal carry_out = gates_majority(gates, a[i], b[i], carry);
        sum[i] = gates_xor(gates, gates_xor(gates, a[i], b[i]), carry);
        carry = carry_out;
    }
    return carry;
}

void word_subtract(Gates *gates, const Literal *a, const Literal *b, uint32_t width, Literal *difference)
{
    Literal inverted[WORD_BITS];
    for (uint32_t i = 0; i < width; i++)
        inverted[i] = -b[i];
    word_add(gates, a, inverted, LITERAL_TRUE, width, difference);
}

void word_negate_if(Gates *gates, Literal condition, const Literal *a, uint32_t width, Literal *result)
{
    Literal carry = condition;
    for (uint32_t i = 0; i < width; i++) {
        Literal inverted = gates_xor(gates, condition, a[i]);
        result[i] = gates_xor(gates, inverted, carry);
        carry = gates_and(gates, inverted, carry);
    }
}

static bool read_constant(const Gates *gates, const Literal *word, uint32_t width, uint64_t *value)
{
    *value = 0;
    for (uint32_t i = 0; i < width; i++) {
        Literal bit = gates_known(gates, word[i]);
        if (bit != LITERAL_TRUE && bit != LITERAL_FALSE)
            return false;
        if (bit == LITERAL_TRUE)
            *value |= (uint64_t)1 << i;
    }
    return true;
}

static void write_constant(uint64_t value, uint32_t width, Literal *word)
{
    for (uint32_t i = 0; i < width; i++)
        word[i] = value >> i & 1 ? LITERAL_TRUE : LITERAL_FALSE;
}

// One addition per one bit of the constant; but of a run of three ones or more, a subtraction at its low end and an
// addition above its high end.
static void multiply_by_constant(Gates *gates, const Literal *a, uint64_t factor, uint32_t width, Literal *product)
{
    write_constant(0, width, product);
    for (uint32_t i = 0; i < width && factor; i++, factor >>= 1) {
        if ((factor & 7) == 7) {
            word_subtract(gates, product + i, a, width - i, product + i);
            factor++;
        } else if (factor & 1) {
            word_add(gates, product + i, a, LITERAL_FALSE, width - i, product + i);
        }
    }
}

static uint32_t count_possible_bits(const Gates *gates, const Literal *word, uint32_t width)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < width; i++)
        count += gates_known(gates, word[i]) != LITERAL_FALSE;
    return count;
}

static void forbid(Gates *gates, Literal literal)
{
    gates_add_clause(gates, (Literal[]){-literal}, 1);
}

static void forbid_both(Gates *gates, Literal a, Literal b)
{
    gates_add_clause(gates, (Literal[]){-a, -b}, 2);
}

static void require_equal(Gates *gates, Literal a, Literal b)
{
    gates_add_clause(gates, (Literal[]){-a, b}, 2);
    gates_add_clause(gates, (Literal[]){a, -b}, 2);
}

// The sum of a << i over the one bits i of b; if exact, it is required not to overflow.
static void add_rows(Gates *gates, const Literal *a, const Literal *b, uint32_t width, bool exact, Literal *product)
{
    for (uint32_t row = 1; row < width && exact; row++)
        for (uint32_t i = width - row; i < width; i++)
            forbid_both(gates, a[i], b[row]);
    for (uint32_t i = 0; i < width; i++)
        product[i] = gates_and(gates, a[i], b[0]);
    for (uint32_t row = 1; row < width; row++) {
        if (gates_known(gates, b[row]) == LITERAL_FALSE)
            continue;
        Literal addend[WORD_BITS];
        for (uint32_t i = 0; i < width - row; i++)
            addend[i] = gates_and(gates, a[i], b[row]);
        Literal carry = word_add(gates, product + row, addend, LITERAL_FALSE, width - row, product + row);
        if (exact)
            forbid(gates, carry);
    }
}

// Whether a rather than b says which rows are added: the one with fewer of them, else the older one. This must not
// depend on the order of operands, so that equal products share their gates; the product inside a division has rows
// by the divisor, which is older than its quotient.
static bool makes_rows(const Gates *gates, const Literal *a, const Literal *b, uint32_t width)
{
    uint32_t a_count = count_possible_bits(gates, a, width);
    uint32_t b_count = count_possible_bits(gates, b, width);
    if (a_count != b_count)
        return a_count < b_count;
    for (uint32_t i = 0; i < width; i++)
        if (a[i] != b[i])
            return abs(a[i]) != abs(b[i]) ? abs(a[i]) < abs(b[i]) : a[i] < b[i];
    return false;
}

void word_multiply(Gates *gates, const Literal *a, const Literal *b, uint32_t width, Literal *product)
{
    uint64_t factor;
    if (read_constant(gates, b, width, &factor)) {
        multiply_by_constant(gates, a, factor, width, product);
        return;
    }
    if (read_constant(gates, a, width, &factor)) {
        multiply_by_constant(gates, b, factor, width, product);
        return;
    }
    if (makes_rows(gates, a, b, width)) {
        const Literal *kept = a;
        a = b;
        b = kept;
    }
    add_rows(gates, a, b, width, false, product);
}

// The number of bits up to the highest one that is not known to be 0.
static uint32_t significant_bits(const Gates *gates, const Literal *word, uint32_t width)
{
    while (width && gates_known(gates, word[width - 1]) == LITERAL_FALSE)
        width--;
    return width;
}

// quotient * b + remainder = a without overflow, and remainder < b. With b = 0 the first makes the remainder a; the
// second is dropped, and the quotient fixed. Bits that must be 0 are said to be so first, for it folds much of the
// multiplier away.
static void divide_by_guessing(Gates *gates, const Literal *a, const Literal *b, uint32_t width, Literal *quotient,
                               Literal *remainder)
{
    Literal zero_bits[WORD_BITS];
    for (uint32_t i = 0; i < width; i++)
        zero_bits[i] = -b[i];
    Literal b_is_zero = gates_and_all(gates, zero_bits, width);
    uint32_t a_bits = significant_bits(gates, a, width);
    uint32_t b_bits = significant_bits(gates, b, width);
    for (uint32_t i = 0; i < width; i++) {
        quotient[i] = gates_new_literal(gates);
        remainder[i] = gates_new_literal(gates);
        gates_add_clause(gates, (Literal[]){-b_is_zero, quotient[i]}, 2);
        if (i >= a_bits) {
            gates_add_clause(gates, (Literal[]){b_is_zero, -quotient[i]}, 2);
            forbid(gates, remainder[i]);
        }
        if (i >= b_bits)
            gates_add_clause(gates, (Literal[]){b_is_zero, -remainder[i]}, 2);
    }
    Literal sum[WORD_BITS] = {0};
    add_rows(gates, quotient, b, width, true, sum);
    forbid(gates, word_add(gates, sum, remainder, LITERAL_FALSE, width, sum));
    for (uint32_t i = 0; i < width; i++)
        require_equal(gates, sum[i], a[i]);
    gates_add_clause(gates, (Literal[]){b_is_zero, word_less(gates, remainder, b, width)}, 2);
}

// Long division by a constant that is not 0, from the highest bit down; what is left never has more bits than the
// divisor.
static void divide_step_by_step(Gates *gates, const Literal *a, const Literal *b, uint32_t width, Literal *quotient,
                                Literal *remainder)
{
    uint32_t b_bits = significant_bits(gates, b, width);
    Literal rest[WORD_BITS + 1] = {0};
    uint32_t rest_bits = 0;
    for (uint32_t i = width; i-- > 0;) {
        memmove(rest + 1, rest, rest_bits * sizeof *rest);
        rest[0] = a[i];
        rest_bits++;
        quotient[i] = LITERAL_FALSE;
        if (rest_bits < b_bits)
            continue;
        Literal difference[WORD_BITS] = {0};
        Literal no_borrow = LITERAL_TRUE;
        for (uint32_t j = 0; j < b_bits; j++) {
            difference[j] = gates_xor(gates, gates_xor(gates, rest[j], -b[j]), no_borrow);
            no_borrow = gates_majority(gates, rest[j], -b[j], no_borrow);
        }
        quotient[i] = rest_bits > b_bits ? gates_or(gates, rest[b_bits], no_borrow) : no_borrow;
        for (uint32_t j = 0; j < b_bits; j++)
            rest[j] = gates_mux(gates, quotient[i], difference[j], rest[j]);
        rest_bits = b_bits;
    }
    for (uint32_t i = 0; i < width; i++)
        remainder[i] = i < rest_bits ? rest[i] : LITERAL_FALSE;
}

// Implied by the steps, but it is what proofs about quotients need, and it shares its gates with a product that the
// program computes.
static void require_product(Gates *gates, const Literal *a, const Literal *b, uint32_t width, const Literal *quotient,
                            const Literal *remainder)
{
    Literal sum[WORD_BITS] = {0};
    word_multiply(gates, quotient, b, width, sum);
    word_add(gates, sum, remainder, LITERAL_FALSE, width, sum);
    for (uint32_t i = 0; i < width; i++)
        require_equal(gates, sum[i], a[i]);
}

void word_divide(Gates *gates, const Literal *a, const Literal *b, uint32_t width, Literal *quotient,
                 Literal *remainder)
{
    uint64_t a_value;
    uint64_t b_value;
    bool b_is_constant = read_constant(gates, b, width, &b_value);
    if (!b_is_constant) {
        divide_by_guessing(gates, a, b, width, quotient, remainder);
    } else if (b_value == 0) {
        write_constant(UINT64_MAX, width, quotient);
        memcpy(remainder, a, width * sizeof *remainder);
    } else if (read_constant(gates, a, width, &a_value)) {
        write_constant(a_value / b_value, width, quotient);
        write_constant(a_value % b_value, width, remainder);
    } else {
        divide_step_by_step(gates, a, b, width, quotient, remainder);
        require_product(gates, a, b, width, quotient, remainder);
    }
}

void word_divide_signed(Gates *gates, const Literal *a, const Literal *b, uint32_t width, Literal *quotient,
                        Literal *remainder)
{
    Literal a_absolute[WORD_BITS];
    Literal b_absolute[WORD_BITS];
    Literal a_sign = a[width - 1];
    Literal b_sign = b[width - 1];
    word_negate_if(gates, a_sign, a, width, a_absolute);
    word_negate_if(gates, b_sign, b, width, b_absolute);
    word_divide(gates, a_absolute, b_absolute, width, quotient, remainder);
    word_negate_if(gates, gates_xor(gates, a_sign, b_sign), quotient, width, quotient);
    word_negate_if(gates, a_sign, remainder, width, remainder);
}

void word_shift(Gates *gates, ShiftKind kind, const Literal *a, const Literal *b, uint32_t width, Literal *result)
{
    Literal fill = kind == SHIFT_RIGHT_SIGNED ? a[width - 1] : LITERAL_FALSE;
    Literal current[WORD_BITS];
    memcpy(current, a, width * sizeof *current);
    uint32_t stage = 0;
    for (; stage < width && (uint64_t)1 << stage < width; stage++) {
        uint32_t distance = 1u << stage;
        for (uint32_t i = 0; i < width; i++) {
            Literal moved = fill;
            if (kind == SHIFT_LEFT && i >= distance)
                moved = current[i - distance];
            else if (kind != SHIFT_LEFT && i + distance < width)
                moved = current[i + distance];
            result[i] = gates_mux(gates, b[stage], moved, current[i]);
        }
        memcpy(current, result, width * sizeof *current);
    }
    Literal small_amount[WORD_BITS];
    for (uint32_t i = stage; i < width; i++)
        small_amount[i - stage] = -b[i];
    Literal is_small = gates_and_all(gates, small_amount, width - stage);
    for (uint32_t i = 0; i < width; i++)
        result[i] = gates_mux(gates, is_small, current[i], fill);
}

// less = b's bit if the bits differ, else what the lower bits say: the majority of not a, b and that.
Literal word_less(Gates *gates, const Literal *a, const Literal *b, uint32_t width)
{
    Literal less = LITERAL_FALSE;
    for (uint32_t i = 0; i < width; i++)
        less = gates_majority(gates, -a[i], b[i], less);
    return less;
}

Literal word_less_signed(Gates *gates, const Literal *a, const Literal *b, uint32_t width)
{
    Literal less = word_less(gates, a, b, width - 1);
    return gates_majority(gates, a[width - 1], -b[width - 1], less);
}

Literal word_equal(Gates *gates, const Literal *a, const Literal *b, uint32_t width)
{
    Literal same[WORD_BITS];
    for (uint32_t i = 0; i < width; i++)
        same[i] = -gates_xor(gates, a[i], b[i]);
    return gates_and_all(gates, same, width);
}
