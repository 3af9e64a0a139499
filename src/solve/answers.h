// A solver that remembers: whether Boolean terms can hold together is asked again and again where many interleavings go
// the same ways. What was asked before has its old answer, and what contains something refuted is refuted.
#ifndef RADDLE_SOLVE_ANSWERS_H
#define RADDLE_SOLVE_ANSWERS_H

#include "solve/solver.h"

typedef struct Answers Answers;

// `terms` and `limits` must outlive the answers; `limits` may be NULL.
Answers *answers_create(TermTable *terms, Limits *limits);
void answers_free(Answers *answers);

// Whether the condition can hold where the others do.
SolveResult answers_ask(Answers *answers, const Term *held, uint32_t count, Term condition);
// Of the solution of the last question; it was SOLVE_SATISFIED. Bits of which the question says nothing are those of
// `otherwise`, in a term 0.
uint64_t answers_symbol_value(const Answers *answers, Term symbol, uint64_t otherwise);
uint64_t answers_term_value(Answers *answers, Term term);

// Of what the solver was asked; what was remembered does not count.
SolverStatistics answers_statistics(const Answers *answers);

#endif
