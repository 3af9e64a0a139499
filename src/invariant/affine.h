// Linear equations that hold for all rows of a table of numbers.
#ifndef RADDLE_INVARIANT_AFFINE_H
#define RADDLE_INVARIANT_AFFINE_H

#include <stdint.h>

// `rows` has `count` rows of `width` numbers. Calls `visit` with coefficients c[0 ... width], integers that are small but for
// the first, such that c[0] + c[1] * x[0] + ... is 0 for every row: for a basis of all equations, without those whose
// coefficients are not small.
void affine_find(const int64_t *rows, uint32_t count, uint32_t width,
                 void (*visit)(void *context, const int64_t *coefficients), void *context);

#endif
