// Deciding formulas: clauses over literals, terms bit-blasted to literals with shared gates, assumptions, solutions,
// cores. The only folder that knows the back end (CaDiCaL, through its C interface).
//
// Call order: create; add clauses and ask for literals in any order; solve; then, until the next solve, read the
// solution (after SOLVE_SATISFIED) or which assumptions failed (after SOLVE_REFUTED), also while adding clauses for the
// next one. Solving is incremental: what was added stays.
#ifndef RADDLE_SOLVE_SOLVER_H
#define RADDLE_SOLVE_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"
#include "solve/literal.h"
#include "term/term.h"

typedef struct Solver Solver;

// `terms` and `limits` must outlive the solver; `limits` may be NULL.
Solver *solver_create(TermTable *terms, Limits *limits);
void solver_free(Solver *solver);
TermTable *solver_terms(const Solver *solver);

Literal solver_true(const Solver *solver);
Literal solver_new_literal(Solver *solver);
// A literal that is true exactly if the term, of width 1, is.
Literal solver_literal(Solver *solver, Term term);
// The literal of one bit of a term.
Literal solver_bit(Solver *solver, Term term, uint32_t bit);
void solver_add_clause(Solver *solver, const Literal *literals, uint32_t count);
void solver_assert(Solver *solver, Term term);
// The term, of width 1, holds wherever the condition does. Cheaper than a clause with solver_literal(term): the
// outermost conjunctions, disjunctions and equalities become clauses and need no gates.
void solver_assert_under(Solver *solver, Literal condition, Term term);
// Gates: literals for the conjunction and disjunction of others (simplified, shared).
Literal solver_and(Solver *solver, Literal a, Literal b);
Literal solver_or(Solver *solver, Literal a, Literal b);
Literal solver_or_all(Solver *solver, const Literal *literals, uint32_t count);

// From now on the back end gives up after so many conflicts in one go; 0: never. For questions that can be asked
// otherwise, or later.
void solver_set_effort(Solver *solver, uint32_t conflicts);
SolveResult solver_solve(Solver *solver, const Literal *assumptions, uint32_t count);
// After SOLVE_SATISFIED; the literal is older than the solve.
bool solver_value(const Solver *solver, Literal literal);
// After SOLVE_SATISFIED. Any term; symbols that had no literals in the solve count as 0.
uint64_t solver_term_value(Solver *solver, Term term);
// The same of a symbol; bits that played no part are those of `otherwise`.
uint64_t solver_symbol_value(const Solver *solver, Term symbol, uint64_t otherwise);
bool solver_failed(const Solver *solver, Literal assumption); // after SOLVE_REFUTED: part of the core

typedef struct SolverStatistics {
    uint64_t calls;
    uint64_t variables;
    uint64_t clauses; // added by us
    double seconds;   // inside the back end
} SolverStatistics;
SolverStatistics solver_statistics(const Solver *solver);

// Makes the solver remember its clauses for solver_append_dimacs and solver_append_smt. To be called right after
// creation.
void solver_keep_clauses(Solver *solver);
// The clauses so far in DIMACS, and what the literals of terms stand for in comments. For looking at and for
// cross-checks.
void solver_append_dimacs(const Solver *solver, Text *out);
// Declarations of the variables as Booleans v1, v2, ... and the clauses and assumptions as assertions, in SMT-LIB 2.
void solver_append_smt(const Solver *solver, const Literal *assumptions, uint32_t count, Text *out);
void literal_append_smt(Literal literal, Text *out);

#endif
