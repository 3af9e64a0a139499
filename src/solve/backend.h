// The SAT solver behind this folder. Nothing else knows which one it is.
//
// Values may be read only between a satisfied solve and the next clause or solve, failed assumptions only between a
// refuted solve and the next clause or solve; solver.c copies both out so that its own callers need not care.
#ifndef RADDLE_SOLVE_BACKEND_H
#define RADDLE_SOLVE_BACKEND_H

#include "base/limits.h"
#include "solve/literal.h"

typedef struct Backend Backend;

// `limits` may be NULL; it is asked during a solve, and once exceeded ends it.
Backend *backend_create(Limits *limits);
void backend_free(Backend *backend);
// Whether a limit is exceeded, by the clock and not by the number of calls: the work between two calls differs too
// much here.
bool backend_stopped(Backend *backend);

// Variables come into being when they are first named.
void backend_add_clause(Backend *backend, const Literal *literals, uint32_t count);
// From now on a solve is stopped after so many conflicts; 0: never.
void backend_set_effort(Backend *backend, uint32_t conflicts);
SolveResult backend_solve(Backend *backend, const Literal *assumptions, uint32_t count);
bool backend_value(Backend *backend, Literal literal);
bool backend_failed(Backend *backend, Literal assumption);

#endif
