// Literals, and what a solve can say.
#ifndef RADDLE_SOLVE_LITERAL_H
#define RADDLE_SOLVE_LITERAL_H

#include <stdint.h>

// A variable of the back end, or minus it. New variables are tried as true first, so make the likely value the
// positive literal.
typedef int32_t Literal;

typedef enum SolveResult {
    SOLVE_SATISFIED,
    SOLVE_REFUTED,
    SOLVE_STOPPED, // a limit was exceeded, or the effort (solver_set_effort)
} SolveResult;

#endif
