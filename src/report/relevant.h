// Which steps of a counterexample play a part in the violation, so that the others need not be read.
#ifndef RADDLE_REPORT_RELEVANT_H
#define RADDLE_REPORT_RELEVANT_H

#include <stdbool.h>

#include "base/map.h"
#include "base/vector.h"
#include "trace/trace.h"

typedef VECTOR(bool) Relevance; // by index into Trace.events

// Overwrites `relevant`, which the caller frees. In case of doubt a step plays a part; in a run that violates nothing
// all do.
void relevant_find(const Trace *trace, Relevance *relevant);

// The two accesses of a data race, as indices into Trace.events; false if the events do not tell. The second is the one
// at which the race is reported.
bool relevant_race(const Trace *trace, uint32_t *first, uint32_t *second);

// Adds, for each address with a value other than 0, the last write to it; the values of those are 0 then.
void relevant_add_last_writes(const Trace *trace, Map *addresses, Relevance *relevant);

#endif
