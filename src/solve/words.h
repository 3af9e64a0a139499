// Arithmetic on arrays of literals, lowest bit first. Private to this folder. Widths are 1 to WORD_BITS; results may
// be written over no operand unless it is said.
#ifndef RADDLE_SOLVE_WORDS_H
#define RADDLE_SOLVE_WORDS_H

#include "solve/gates.h"

enum { WORD_BITS = 64 };

typedef enum ShiftKind { SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_SIGNED } ShiftKind;

// a + b + carry; returns the carry out. `sum` may be a or b.
Literal word_add(Gates *gates, const Literal *a, const Literal *b, Literal carry, uint32_t width, Literal *sum);
// a - b; `difference` may be a or b.
void word_subtract(Gates *gates, const Literal *a, const Literal *b, uint32_t width, Literal *difference);
// condition ? -a : a; `result` may be a.
void word_negate_if(Gates *gates, Literal condition, const Literal *a, uint32_t width, Literal *result);
void word_multiply(Gates *gates, const Literal *a, const Literal *b, uint32_t width, Literal *product);
// Unsigned; by zero: all ones, and the dividend as remainder.
void word_divide(Gates *gates, const Literal *a, const Literal *b, uint32_t width, Literal *quotient,
                 Literal *remainder);
// Rounds to zero, the remainder has the sign of the dividend; by zero: 1 for a negative dividend, else -1, and the
// dividend as remainder.
void word_divide_signed(Gates *gates, const Literal *a, const Literal *b, uint32_t width, Literal *quotient,
                        Literal *remainder);
// By the width or more: nothing of a is left.
void word_shift(Gates *gates, ShiftKind kind, const Literal *a, const Literal *b, uint32_t width, Literal *result);
Literal word_less(Gates *gates, const Literal *a, const Literal *b, uint32_t width);
Literal word_less_signed(Gates *gates, const Literal *a, const Literal *b, uint32_t width);
Literal word_equal(Gates *gates, const Literal *a, const Literal *b, uint32_t width);

#endif
