// Horn clauses by guessing: of all that samples suggest (candidates.h), what is inductive is kept, in the way of Houdini
// (Flanagan, Leino). Everything is decided over bit vectors, by the project's own solver.
#ifndef RADDLE_INVARIANT_GUESS_H
#define RADDLE_INVARIANT_GUESS_H

#include "base/limits.h"
#include "solve/horn.h"

// Makes what was found known of the predicates. HORN_FAILED: it does not suffice.
HornResult guess_invariants(Horn *horn, Limits *limits);

#endif
