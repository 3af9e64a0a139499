// The body of a clause as a solver knows it: the condition, and of what is guessed about the atoms only as much as it has
// taken to answer the questions so far. Most of it never matters, and what was not needed may turn out wrong later
// without the answers being asked for again.
#ifndef RADDLE_INVARIANT_BODY_H
#define RADDLE_INVARIANT_BODY_H

#include "base/limits.h"
#include "base/map.h"
#include "invariant/candidates.h"
#include "solve/solver.h"

// A guess about a predicate, by its number in the list of them.
typedef struct GuessName {
    uint32_t predicate, index;
} GuessName;

typedef VECTOR(GuessName) GuessNames;

typedef struct BodyFact {
    Term term;
    GuessName name;
    bool known; // to the solver
} BodyFact;

// What the symbols of a clause are, by equations about its body.
typedef struct Definitions {
    TermList symbols, values;
} Definitions;

typedef struct Body {
    const Horn *horn;
    const HornClause *clause;
    Limits *limits;
    const CandidateList *guesses; // by predicate
    Definitions definitions;
    VECTOR(BodyFact) facts; // in terms of what the definitions leave
    Map numbers;            // of facts, by term
    Solver *solver;
    GuessNames used; // that the answers rest on
} Body;

void body_begin(Body *body, const Horn *horn, const HornClause *clause, const CandidateList *guesses, Limits *limits);
// Not `used`, which is the caller's.
void body_end(Body *body);
// What a formula over the symbols of a predicate says about an atom of the clause.
Term body_term(Body *body, const HornAtom *atom, Term formula);
// Whether that is one of the guesses about the body.
bool body_has(Body *body, Term term);
// In the solution.
uint64_t body_value(Body *body, Term term);
// A solution is one of the whole body.
SolveResult body_solve(Body *body, const Literal *assumptions, uint32_t count);

#endif
