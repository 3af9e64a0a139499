// Constrained Horn clauses: whether unknown predicates exist that make all clauses true.
#ifndef RADDLE_SOLVE_HORN_H
#define RADDLE_SOLVE_HORN_H

#include "term/term.h"

// A predicate that is looked for: about values, as many as it has symbols, which stand for them in what is known of it.
typedef struct HornPredicate {
    TermList symbols;
} HornPredicate;

typedef struct HornAtom {
    uint32_t predicate;
    TermList arguments;
} HornAtom;

enum { HORN_BODY = 3, HORN_NO_HEAD = UINT32_MAX };

// For all values of the symbols: if the condition and all of the body hold, then the head does. No head: they never do.
typedef struct HornClause {
    HornAtom body[HORN_BODY];
    uint32_t body_count;
    Term condition;
    HornAtom head;  // its predicate is HORN_NO_HEAD if there is none
    uint64_t about; // of one without head: what it excludes, for who made it
} HornClause;

typedef struct Horn {
    TermTable *terms;
    VECTOR(HornPredicate) predicates;
    VECTOR(HornClause) clauses;
} Horn;

// `terms` must outlive it.
void horn_init(Horn *horn, TermTable *terms);
void horn_free(Horn *horn);

// Returns its number.
uint32_t horn_add_predicate(Horn *horn, const uint32_t *widths, uint32_t count);
// The clause is the horn's from then on.
void horn_add_clause(Horn *horn, HornClause clause);
// A formula over the symbols of the predicate, about the arguments of an atom instead.
Term horn_apply(const Horn *horn, const HornAtom *atom, Term formula);

#endif
