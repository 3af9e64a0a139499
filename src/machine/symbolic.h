// Symbolic runs: terms beside words, and what events report about them. Private to src/machine. All of this is for
// runs with a term table (Machine.terms); functions that take a NO_TERM do nothing with it.
#ifndef RADDLE_MACHINE_SYMBOLIC_H
#define RADDLE_MACHINE_SYMBOLIC_H

#include "machine/state.h"

// symbolic.c Computes the terms of the instruction before which the thread stands and emits what follows from them.
// Returns FLOW_WORDS if the instruction is still to be performed on words; anything else if that has been done too.
Flow symbolic_execute(Machine *machine, Thread *thread, const Instruction *instruction);

// symbolic_terms.c
// The term cut or zero-extended to a width.
Term symbolic_fit(TermTable *terms, Term term, uint32_t width);
// The term, or NO_TERM if it is a constant: the word beside it says as much.
Term symbolic_keep(const TermTable *terms, Term term);
// Whether a word of any width is not zero.
Term symbolic_truth(TermTable *terms, Term term);
Term symbolic_value(TermTable *terms, Value value, uint32_t width);
// The new value of an update. Floating-point updates pin what they read and their operand.
Term symbolic_combine(Machine *machine, Thread *thread, ReadModifyWrite operation, Value old, Value operand,
                      uint32_t width);
Term symbolic_compare_exchange(Machine *machine, Value old, Value expected, Value desired, uint32_t width);
// The low byte of a term, `count` times.
Term symbolic_repeat(Machine *machine, Term byte, uint32_t count);
// That the exact result of the operation fits into the width. Multiplications: of at most 32 bits.
Term symbolic_fits(TermTable *terms, OverflowOperation operation, Term a, Term b, uint32_t width);

// How many bits are one; how many are zero before the first one, from above or from below; all of them from the other end.
Term symbolic_population(TermTable *terms, Term term);
Term symbolic_leading_zeros(TermTable *terms, Term term);
Term symbolic_trailing_zeros(TermTable *terms, Term term);
Term symbolic_reverse_bits(TermTable *terms, Term term);
// Floating point, as bits: whether one of the relations holds (FloatRelation, in ir/opcodes.h); a float as a double.
Term symbolic_compare_floats(TermTable *terms, Term a, Term b, uint64_t relations);
Term symbolic_extend_float(TermTable *terms, Term term);

// symbolic_calls.c
// Pins the arguments of an intrinsic that it does not keep symbolic.
void symbolic_prepare_call(Machine *machine, Thread *thread, const Call *call);
// Sets the result of a call.
void symbolic_return(Machine *machine, const Call *call, Value value);
// A new symbol for what depends on more than the terms say; NO_TERM in a concrete run.
Term symbolic_unknown(Machine *machine, const Thread *thread, uint32_t width, const char *name);

// probe.c: what a run depends on.
// From here on the term has the value it has in this run. Makes it NO_TERM.
void symbolic_pin(Machine *machine, Thread *thread, Term *term, uint64_t value);
// The same for bytes of memory private to the thread.
void symbolic_pin_memory(Machine *machine, Thread *thread, uint64_t address, uint64_t size);
// The thread goes on only if the condition holds; `holds` tells whether it does in this run.
void symbolic_assume(Machine *machine, Thread *thread, Term condition, bool holds);
// `condition` must hold, else `property` is violated here. A property that is not asked for ends the thread instead:
// that is an assumption.
void symbolic_check(Machine *machine, Thread *thread, Property property, Term condition, bool holds);
// A way on from here that the run does not take.
enum { WAY_UNSEEN = UINT32_MAX };
typedef struct Way {
    uint32_t target; // instruction of the current function; WAY_UNSEEN: not to be looked at
    Term condition;  // under which it is taken
} Way;
// Control goes on because `taken` holds, which is the same as `selector` being `selected`; the others are looked at for
// violations.
typedef struct Fork {
    Term taken;
    Term selector;
    uint64_t selected;
    const Way *others;
    uint32_t count;
} Fork;
void symbolic_branch(Machine *machine, Thread *thread, const Fork *fork);

// A probe sees an event.
void probe_note_event(Machine *machine, EventKind kind);
// A probe runs into a violation, asked for or not.
void probe_note_violation(Machine *machine, Property property);
// What the probe finds from now on does not count.
void probe_spoil(Machine *machine);

#endif
