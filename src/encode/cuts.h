// Boundaries in the address space that no access crosses: between two neighbouring ones lies at most one variable.
#ifndef RADDLE_ENCODE_CUTS_H
#define RADDLE_ENCODE_CUTS_H

#include <stdint.h>

#include "base/vector.h"

typedef struct Cuts {
    VECTOR(uint64_t) at;
} Cuts;

// Call order: add all accesses, then sort, then ask.
void cuts_add(Cuts *cuts, uint64_t address, uint64_t size);
void cuts_sort(Cuts *cuts);
// The first one after an address, or `limit` if that comes first.
uint64_t cuts_next(const Cuts *cuts, uint64_t after, uint64_t limit);
void cuts_free(Cuts *cuts);

#endif
