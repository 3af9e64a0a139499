// Contents on which it depends so much where steps go that places are told apart by them: an index, the address of a
// function, the handle of a thread. As variables they could hold anything, and a step would have a way for each value;
// what they do hold are few.
#ifndef RADDLE_INVARIANT_DECISIVE_H
#define RADDLE_INVARIANT_DECISIVE_H

#include "base/vector.h"
#include "machine/generalise.h"
#include "solve/horn.h"

// A register of a function, in whatever thread, or a cell of memory.
typedef struct DecisiveContent {
    bool is_register;
    uint32_t function, index;
    uint64_t address;
    uint32_t width;
} DecisiveContent;

typedef VECTOR(DecisiveContent) Decisive;

// Returns whether it is one of them from then on: the result of a thread cannot be.
bool decisive_note(Decisive *decisive, const Machine *machine, Location location, uint32_t width);
// Adds others. Returns whether any of them is new.
bool decisive_add(Decisive *decisive, const Decisive *others);
// Makes them concrete: each is what it is at the moment, which is added to the conditions.
void decisive_pin(const Decisive *decisive, TermTable *terms, Machine *machine, TermList *conditions);
// Precondition: they are concrete.
void decisive_hash(const Decisive *decisive, const Machine *machine, uint64_t key[2]);

#endif
