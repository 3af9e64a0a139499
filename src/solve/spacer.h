// Horn clauses by Spacer, of Z3, which nothing else knows.
//
// Terms are of bit vectors. Spacer gets integers: a term of width w is the integer from -2^(w-1) to 2^(w-1) - 1 that its
// bits stand for, sums wrap around, and what integers say badly (the bits of two variables, products) may be anything. So
// a proof is one of the bit vectors, and a failure may be due to the integers.
#ifndef RADDLE_SOLVE_SPACER_H
#define RADDLE_SOLVE_SPACER_H

#include "base/limits.h"
#include "solve/horn.h"

// `limits` may be NULL.
HornResult spacer_solve(const Horn *horn, Limits *limits);

#endif
