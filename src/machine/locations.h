// The places of a state, registers and bytes of memory, and a symbol for what each of them holds; see abstract.h.
#ifndef RADDLE_MACHINE_LOCATIONS_H
#define RADDLE_MACHINE_LOCATIONS_H

#include "base/map.h"
#include "term/term.h"

// A register of a thread, what it has returned, or the address of a byte.
typedef uint64_t Location;

// The number of a register that no thread has: what a thread has returned, until it is joined.
#define RESULT_REGISTER UINT32_MAX

Location location_of_register(uint32_t thread, uint32_t index);
// False if it is the address of a byte.
bool location_is_register(Location location, uint32_t *thread, uint32_t *index);

// The symbols of locations: 64 bits for a register, 8 for a byte.
typedef struct Locations {
    TermTable *terms;
    Map symbols; // by location
    Map places;  // location + 1 by symbol
    // Address of a byte -> where what it belongs to begins. Its content is known wherever the place is spoken of, so it has no
    // symbol, as long as there is one object from there to it.
    Map fixed;
} Locations;

void locations_free(Locations *locations);
Term locations_symbol(Locations *locations, Location location);
void locations_fix(Locations *locations, uint64_t address, uint64_t size);
// False if it is not fixed.
bool locations_find_fixed(const Locations *locations, uint64_t address, uint64_t *start);
// False if the symbol stands for something else.
bool locations_find(const Locations *locations, Term symbol, Location *location);

#endif
