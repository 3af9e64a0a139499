// Literals of gates over other literals, and the clauses that define them. Private to this folder.
//
// A gate with the same inputs exists once; constant, equal and opposite inputs are folded away, so that most gates
// over known bits cost nothing. A literal that became a unit clause counts as constant from then on. Every gate is
// defined in both directions: in a solution its literal has the value of the function.
#ifndef RADDLE_SOLVE_GATES_H
#define RADDLE_SOLVE_GATES_H

#include "base/text.h"
#include "solve/backend.h"

typedef struct Gates Gates;

enum { LITERAL_TRUE = 1, LITERAL_FALSE = -LITERAL_TRUE };

Gates *gates_create(Backend *backend); // the back end must outlive the gates
void gates_free(Gates *gates);

Literal gates_new_literal(Gates *gates);
void gates_add_clause(Gates *gates, const Literal *literals, uint32_t count);
// The constant that unit clauses have made of a literal, else the literal.
Literal gates_known(const Gates *gates, Literal literal);

Literal gates_and(Gates *gates, Literal a, Literal b);
Literal gates_or(Gates *gates, Literal a, Literal b);
Literal gates_xor(Gates *gates, Literal a, Literal b);
Literal gates_mux(Gates *gates, Literal condition, Literal a, Literal b); // condition ? a : b
Literal gates_majority(Gates *gates, Literal a, Literal b, Literal c);    // at least two of three
// The conjunction of any number of literals, whose array it puts into another order. Shared only with two literals or
// fewer.
Literal gates_and_all(Gates *gates, Literal *literals, uint32_t count);

bool gates_stopped(Gates *gates); // a limit is exceeded
uint32_t gates_variable_count(const Gates *gates);
uint64_t gates_clause_count(const Gates *gates);
void gates_keep_clauses(Gates *gates); // before the first clause is added by the caller
// The kept clauses, each ended by 0.
const Literal *gates_kept_clauses(const Gates *gates, uint32_t *count);
// The kept clauses, each on a line of its own and ended by 0, and the header of the DIMACS format before them.
void gates_append_dimacs(const Gates *gates, Text *out);

#endif
