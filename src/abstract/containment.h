// Holds what was found against runs: whatever a run reads and writes must be among what the interpretation found for
// the instruction, and the locks that it found to be held must be held. A run that does something else shows that the
// interpretation is wrong, whatever it proves.
#ifndef RADDLE_ABSTRACT_CONTAINMENT_H
#define RADDLE_ABSTRACT_CONTAINMENT_H

#include "abstract/interpretation.h"
#include "machine/machine.h"

typedef struct Containment {
    const Interpretation *all;
    VECTOR(uint64_t) held; // pairs of a thread and the address of a lock
    uint64_t checked;      // accesses
} Containment;

// An EventSink whose context is a Containment, of one run. An access that is not contained is an internal error.
void containment_sink(void *context, const Machine *machine, const Event *event);
void containment_free(Containment *containment);

#endif
