// Where the values of inputs come from: __VERIFIER_nondet_int(), uninitialised memory, the time.
#ifndef RADDLE_MACHINE_INPUT_H
#define RADDLE_MACHINE_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/text.h"
#include "base/vector.h"
#include "term/term.h"

typedef enum InputOrigin {
    INPUT_CALL,          // the program asked for it
    INPUT_UNINITIALISED, // memory or a local read before it was written
    INPUT_ENVIRONMENT,   // the library model asked for it: rand, time, a havocked function
} InputOrigin;

// An input as a run read it.
typedef struct InputValue {
    const char *name; // the variable it went to, or the function it came from; lives as long as the program
    InputOrigin origin;
    uint32_t thread;
    uint32_t bits;
    uint32_t position;
    uint64_t value;
    bool given;  // fixed by the plan; otherwise any other value would have been as good
    Term symbol; // that stands for it in a symbolic run; NO_TERM if it is given
} InputValue;

typedef struct NamedInput {
    const char *name;
    uint64_t value;
} NamedInput;

// The value of the input that a thread reads as its number `index`.
typedef struct PlacedInput {
    uint32_t thread;
    uint32_t index;
    uint64_t value;
    bool open; // a proposal: the input counts as not given, and is a symbol in a symbolic run
} PlacedInput;

// Placed values win over those by name, these over values by order; what none gives is 0, or pseudo-random if `random`.
// Values by order are taken by the calls of the program (INPUT_CALL) in the order they are read; with `exact`, by all
// inputs, so that a run is repeated.
typedef struct InputPlan {
    VECTOR(NamedInput) named;
    VECTOR(uint64_t) ordered;
    VECTOR(PlacedInput) placed;
    bool exact;
    bool random;
    uint64_t seed;
} InputPlan;

// Adds the value of one --input option: NAME=VALUE or V1,V2,... (decimal, 0x..., negative, 'c', true, false).
// `text` must outlive the plan.
bool input_plan_add(InputPlan *plan, const char *text, Text *error);
void input_plan_free(InputPlan *plan);

// Symbols that several runs share: an input with the same thread, number in it and width is the same symbol in all of
// them.
typedef struct InputSymbols {
    Map symbols;
} InputSymbols;

// The symbol of the input that a thread reads as its number `index`; a new one if `symbols` is NULL.
Term input_symbol(InputSymbols *symbols, TermTable *terms, const InputValue *input, uint32_t index);
void input_symbols_free(InputSymbols *symbols);

// Sets `value` and `given` of an input; `order` is the number of inputs taken by order so far.
void input_plan_decide(const InputPlan *plan, InputValue *input, uint32_t order, uint32_t index_in_thread);

#endif
