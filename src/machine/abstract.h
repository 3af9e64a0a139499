// A step seen from the state it begins in. In an abstract copy of a machine every register, but for counters of loops, and
// every byte of memory, but for those of synchronisation objects, holds a symbol of its own beside its value, so that the conditions met in a step, and what every place holds after
// it, are terms over the state before: as weakest preconditions need them.
#ifndef RADDLE_MACHINE_ABSTRACT_H
#define RADDLE_MACHINE_ABSTRACT_H

#include "machine/locations.h"
#include "machine/machine.h"

// A clone that is to do one step. `locations` must outlive it, and its terms are those of the machine.
Machine *machine_abstract(const Machine *machine, Locations *locations);
// The term of what a location holds, a constant if it is concrete: of an abstract machine over the symbols of the
// locations before its step. NO_TERM if there is no such location.
Term machine_location_content(const Machine *machine, Location location);
// Of an abstract machine after its step: that those bytes that are fixed hold what they hold, as far as they have been changed.
Term machine_fixed_condition(const Machine *machine);
// How many bytes from a synchronisation object on are part of the fingerprint.
uint64_t machine_synchronisation_size(const Machine *machine, uint64_t address);
// What the future depends on but the contents of registers and memory: where all threads stand, which objects there
// are, the state of the synchronisation objects at the given addresses.
void machine_control_fingerprint(const Machine *machine, const uint64_t *synchronisation, uint32_t count,
                                 uint64_t fingerprint[2]);
// In which rounds of their loops the threads are: of what registers hold that are still read, in functions with loops, as
// far as it depends on no input.
uint64_t machine_rounds_fingerprint(const Machine *machine);

#endif
