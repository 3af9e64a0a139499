// A step seen from the state it begins in. In an abstract copy of a machine every register and every byte of memory
// holds a symbol of its own beside its value, so that the conditions met in a step, and what every place holds after
// it, are terms over the state before: as weakest preconditions need them.
#ifndef RADDLE_MACHINE_LOCATIONS_H
#define RADDLE_MACHINE_LOCATIONS_H

#include "base/map.h"
#include "machine/machine.h"

// A register of a thread, or the address of a byte.
typedef uint64_t Location;

enum { LOCATION_REGISTER_BIT = 63 };

static inline Location location_of_register(uint32_t thread, uint32_t index)
{
    return UINT64_C(1) << LOCATION_REGISTER_BIT | (uint64_t)thread << 32 | index;
}

static inline bool location_is_register(Location location)
{
    return location >> LOCATION_REGISTER_BIT;
}

static inline uint32_t location_thread(Location location)
{
    return (uint32_t)(location >> 32) & INT32_MAX;
}

// Its index among all registers of the thread.
static inline uint32_t location_register(Location location)
{
    return (uint32_t)location;
}

// The symbols of locations: 64 bits for a register, 8 for a byte.
typedef struct Locations {
    TermTable *terms;
    Map symbols; // by location
    Map places;  // location + 1 by symbol
} Locations;

void locations_free(Locations *locations);
Term locations_symbol(Locations *locations, Location location);
// False if the symbol stands for something else.
bool locations_find(const Locations *locations, Term symbol, Location *location);

// A clone that is to do one step. `locations` must outlive it, and its terms are those of the machine.
Machine *machine_abstract(const Machine *machine, Locations *locations);
// The term of what a location holds, a constant if it is concrete: of an abstract machine over the symbols of the
// locations before its step. NO_TERM if there is no such location.
Term machine_location_content(const Machine *machine, Location location);
// What the future depends on but the contents of registers and memory: where all threads stand, which objects there
// are, the state of the synchronisation objects at the given addresses.
void machine_control_fingerprint(const Machine *machine, const uint64_t *synchronisation, uint32_t count,
                                 uint64_t fingerprint[2]);

#endif
