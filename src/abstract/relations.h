// What is known of several variables together: equations between registers and cells, which are words in globals at
// places that are known. A state has equations between registers of its calls and cells that it owns; a lock has
// equations between the cells that it protects, which hold while nobody has it: whoever gives it up leaves them so.
//
// A thread answers for a lock from when it takes it until it has told what holds of the lock's cells; who is alone answers
// for all locks.
//
// Equations are looked for only if what is known of each variable by itself was not enough (abstract.c).
#ifndef RADDLE_ABSTRACT_RELATIONS_H
#define RADDLE_ABSTRACT_RELATIONS_H

#include "abstract/equations.h"
#include "abstract/state.h"
#include "base/map.h"

typedef struct RelatedCell {
    uint32_t zone, size; // of a global
    int64_t offset;
} RelatedCell;

// A sum of cells, such as x - y, that the program compares, modulo 2 to the power of its width. For who wants to know
// whether x < y it is not enough that y is one of some words and x, too; but what x - y may be is a set of words like any
// other. The form has multiples of cells alone.
typedef struct Sum {
    Form form;
    uint32_t width;
} Sum;

enum { SUM_LIMIT = 24 };

// What holds of a lock's cells while nobody has it.
typedef struct LockFacts {
    Equations equations;
    ValueId sums[SUM_LIMIT]; // NO_VALUE: may be anything
    uint32_t changes;        // of the sums
} LockFacts;

typedef struct Relations {
    bool on;     // else cells are noted, and nothing else is done
    bool wanted; // even if they are not needed for a proof
    VECTOR(RelatedCell) cells;
    Map ids;
    VECTOR(Sum) sums;            // that were compared
    uint32_t sums_known;         // of these, from when on they are followed; those after them were found meanwhile
    ValueId foreseen[SUM_LIMIT]; // by the store that is being done; NO_VALUE: may be anything
    LockFacts of_lock[SET_LIMIT];
    LockSet told; // somebody has told what holds of the lock's cells
} Relations;

// Variables of equations: registers by their place in the state, cells from here on.
enum { FIRST_CELL = 1 << 24 };

void relations_free(Relations *relations);
// All but the cells.
void relations_forget(Relations *relations);

#endif
