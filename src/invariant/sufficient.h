// Of all that was guessed and lasts, as much as the proof takes: what excludes the violations, what that follows from, and
// so on. Every clause is decided once more for it, by a solver of its own that is told the clause as it stands.
#ifndef RADDLE_INVARIANT_SUFFICIENT_H
#define RADDLE_INVARIANT_SUFFICIENT_H

#include "base/limits.h"
#include "invariant/candidates.h"

typedef VECTOR(TermList) FormulaLists; // by predicate: formulas over its symbols

void formula_lists_free(FormulaLists *lists);
// `guesses`, by predicate, make all clauses true, those that are not dropped. False if a clause took too long: then nothing
// is known.
bool sufficient_find(const Horn *horn, const CandidateList *guesses, Limits *limits, FormulaLists *out);

#endif
