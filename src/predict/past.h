// What of the past of a run still matters to what comes: who was created, has ended and was joined; the locks that are
// held; the waits that are not over, and what has ended them already; the rounds of barriers that not all have left.
#ifndef RADDLE_PREDICT_PAST_H
#define RADDLE_PREDICT_PAST_H

#include "base/vector.h"
#include "machine/machine.h"

typedef struct Past {
    VECTOR(Event) events; // in the order of the run
} Past;

// The sink of a machine that runs without terms; the context is the Past.
void past_note(void *past, const Machine *machine, const Event *event);
void past_free(Past *past);

#endif
