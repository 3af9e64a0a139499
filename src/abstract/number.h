// Sets of words as unions of a few ranges: what is known of a number. Words are unsigned and hold values of 1 to 64 bits,
// zero-extended, as registers do; so a signed variable around 0 has two ranges, and a small set is one range for each
// of its members.
//
// Every operation here contains what the machine computes (machine/arithmetic.h) of any members of its operands.
#ifndef RADDLE_ABSTRACT_NUMBER_H
#define RADDLE_ABSTRACT_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vector.h"
#include "ir/opcodes.h"

// Holds sums and products of words.
__extension__ typedef __int128 Wide;

enum { NUMBER_RANGES = 4 };

typedef struct Range {
    uint64_t low, high;
} Range;

typedef struct Number {
    uint32_t count; // 0: no word at all
    // Ascending; between two of them is a word that is in neither.
    Range ranges[NUMBER_RANGES];
} Number;

// Ascending.
typedef struct Thresholds {
    VECTOR(uint64_t) words;
} Thresholds;

Number number_constant(uint64_t word);
Number number_between(uint64_t low, uint64_t high);
Number number_any(uint32_t width); // all words of so many bits

bool number_is_empty(const Number *number);
bool number_is_constant(const Number *number, uint64_t *word);
bool number_contains(const Number *number, uint64_t word);
bool number_includes(const Number *number, const Number *other);
uint64_t number_least(const Number *number);    // of one that is not empty
uint64_t number_greatest(const Number *number); // likewise

Number number_join(const Number *left, const Number *right);
// Contains both. A sequence of numbers each of which is widened by the next has an end: bounds that move go to the next
// threshold.
Number number_widen(const Number *before, const Number *now, const Thresholds *thresholds);
Number number_meet(const Number *left, const Number *right);
Number number_without(const Number *number, uint64_t word);

Number number_truncate(const Number *number, uint32_t width);
Number number_sign_extend(const Number *number, uint32_t from, uint32_t to);
// Of an operation of BINARY_TABLE, by its form without immediate. Divisors of 0 have no quotient.
Number number_binary(Opcode opcode, const Number *left, const Number *right, uint32_t width);

// The least and the greatest member, as signed numbers of so many bits.
void number_signed_bounds(const Number *number, uint32_t width, int64_t *least, int64_t *greatest);
// The members of `left` for which a comparison with some member of `right` holds. `opcode` is one of eq to sge.
Number number_refine(Opcode opcode, const Number *left, const Number *right, uint32_t width);
// The comparison that holds where this one does not; that with its operands exchanged.
Opcode comparison_negate(Opcode opcode);
Opcode comparison_mirror(Opcode opcode);

void thresholds_add(Thresholds *thresholds, uint64_t word);
// After the last one was added.
void thresholds_sort(Thresholds *thresholds);

#endif
