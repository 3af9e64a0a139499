// States that differ only in what registers and memory hold, taken as one. Its contents that differ become variables:
// in a step from there they are symbols, and what is not among them holds what it holds in every one of the states.
#ifndef RADDLE_MACHINE_GENERALISE_H
#define RADDLE_MACHINE_GENERALISE_H

#include "machine/abstract.h"

// A copy without a past: it knows neither terms nor the rounds of loops, waits and inputs that came before. What the
// machine remembers of these leaves out steps that would change nothing, so a copy may do all that the original may.
Machine *machine_generalise(const Machine *machine);

// Makes a register, a result, or some bytes of memory from an address on, hold a value, of which a term of that width is told.
void machine_put(Machine *machine, Location location, uint32_t width, uint64_t value, Term term);
// What a register or bytes of memory hold, as a term of the width; a constant if it is concrete.
Term machine_held(const Machine *machine, Location location, uint32_t width);
// The width of the term that a register holds, and 0 if it is concrete or no register.
uint32_t machine_register_width(const Machine *machine, Location location);
// What the source calls the value in a register of a thread; NULL if it has no name there.
const char *machine_register_name(const Machine *machine, uint32_t thread, uint32_t index);
// The same without terms: what it holds at the moment, as far as the width goes.
uint64_t machine_held_word(const Machine *machine, Location location, uint32_t width);
// Whether there are so many bytes of memory.
bool machine_has_bytes(const Machine *machine, uint64_t address, uint32_t size);
// Calls `visit` for every register that matters: that of a function on the stack of some thread.
void machine_each_register(const Machine *machine,
                           void (*visit)(void *context, uint32_t function, uint32_t index, Location location),
                           void *context);
// Where threads are reused: whether a register, or bytes of which one is at an address, may hold the handle of another
// thread than the first, or the address of something on its stack or in its heap. `name` is the register, or where these
// bytes begin.
bool machine_may_name(const Machine *machine, Location location, Location *name);
// The address and the size of the variable, member or element that a byte of memory belongs to; the byte itself if
// there is no such thing of at most 8 bytes that has been written as a whole.
void machine_find_cell(const Machine *machine, uint64_t address, uint64_t *start, uint32_t *size);

// Calls `visit` for every register that matters, every result of a thread that may be asked for, and every byte of memory
// that is written, of which `other` does not hold for certain what `known` holds; of registers and results, those of so
// many of the first threads. Precondition: these have the
// same control (machine_control_fingerprint).
void machine_each_difference(const Machine *known, const Machine *other, uint32_t threads,
                             void (*visit)(void *context, Location location), void *context);

#endif
