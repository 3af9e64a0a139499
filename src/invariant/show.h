// The invariants of the places in terms of the program's variables.
#ifndef RADDLE_INVARIANT_SHOW_H
#define RADDLE_INVARIANT_SHOW_H

#include "invariant/counting.h"
#include "invariant/sufficient.h"
#include "run/proof.h"

// `formulas`: what is known of the predicates, of which the first are those of the places.
void show_invariants(const Counting *counting, const Horn *horn, const FormulaLists *formulas, Proof *out);

#endif
