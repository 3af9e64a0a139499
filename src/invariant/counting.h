// Variables that threads without end count in (machine/crowd.h): what a thread has added to one so far is its share, and
// the variable is what it was before there were such threads, and all shares. So if no share is ever less than nothing,
// and who ends has given back its own, the variable is at least as much as any two threads have added together. By that a
// thread that is counted knows that it is, and two threads that have each added one to a lock do not both hold it.
//
// A share is an argument of the predicates, like a variable of the watched thread. One predicate more, the bounds, says
// which variables are such: about as many values as there are counters, each 1 if what is said of it is so. Every step
// must keep that, and while it is kept the sums may be relied on.
#ifndef RADDLE_INVARIANT_COUNTING_H
#define RADDLE_INVARIANT_COUNTING_H

#include "invariant/places.h"
#include "solve/horn.h"

typedef struct Counter {
    Location location;
    uint32_t cell_width;
    uint32_t width; // of shares and sums
    Term share, guest_share;
} Counter;

typedef struct Counting {
    const Places *places;
    VECTOR(Counter) counters;
    uint32_t bounds; // the number of that predicate
} Counting;

// Those that watched threads add to. With none nothing below does anything.
void counting_find(Counting *counting, const Places *places);
void counting_free(Counting *counting);

// Adds a place's predicate: about its variables, and the shares of who is watched there.
void counting_add_predicate(const Counting *counting, uint32_t place, Horn *horn);
// Atoms of it: before a step, of a guest with these variables, and after a step that leads on.
HornAtom counting_atom_at(const Counting *counting, uint32_t place);
HornAtom counting_guest_atom(const Counting *counting, uint32_t place, const Term *variables, uint32_t count);
HornAtom counting_atom_after(const Counting *counting, uint32_t from, const PlaceWay *way);

// Adds to the body of a clause what is known of the sums; guest_place may be NO_PLACE.
void counting_assume_bounds(const Counting *counting, uint32_t place, uint32_t guest_place, HornClause *clause);
// The bounds, after the predicates of all places, and the clauses by which they are kept.
void counting_add_bounds(Counting *counting, Horn *horn);
// Drops those of which samples show that what is said of them is not so. Then the clauses are to be made anew.
void counting_drop_refuted(Counting *counting, const Horn *horn, Limits *limits);

#endif
