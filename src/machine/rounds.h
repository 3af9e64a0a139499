// Which loop, or which recursion, makes a run long: how often each has gone round since it was entered. For engines
// that give up runs and say why. It is no part of a machine's state: what a machine does never depends on it. Symbolic
// runs only, and one run at a time.
#ifndef RADDLE_MACHINE_ROUNDS_H
#define RADDLE_MACHINE_ROUNDS_H

#include <stdint.h>

#include "base/text.h"
#include "ir/program.h"

// Which rounds count.
typedef enum RoundKind {
    ROUNDS_OF_INSTRUCTIONS, // all of them; those of the set-up as little as its instructions do
    ROUNDS_OF_EVENTS,       // in which the thread did something visible
    ROUNDS_OF_DECISIONS,    // in which the thread met a condition that may be otherwise in another run
    ROUND_KIND_COUNT,
} RoundKind;

enum { ROUNDS_OF_ANY_THREAD = UINT32_MAX };

typedef struct Rounds Rounds;

Rounds *rounds_create(void);
void rounds_free(Rounds *rounds); // may be NULL
// Appends "the loop at FILE:LINE" or "the recursion at FILE:LINE": what has gone round most often without a break. In
// the models of the library it is the line of the call. "the code at FILE:LINE" if nothing has gone round: `position`.
void rounds_describe(const Rounds *rounds, const Program *program, RoundKind kind, uint32_t thread, uint32_t position,
                     Text *out);

#endif
