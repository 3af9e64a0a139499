// Calls of the library whose model takes several steps: people see one, and the others when they ask for all.
#ifndef RADDLE_REPORT_CALLS_H
#define RADDLE_REPORT_CALLS_H

#include "base/vector.h"
#include "report/relevant.h"
#include "trace/trace.h"

typedef VECTOR(const TraceEvent *) EventList;

// Whether two events in the same thread are only the affair of one call.
bool calls_same(const TraceEvent *a, const TraceEvent *b);
// How many events from `first` on are such an affair of one call; 0: the first is none.
uint32_t calls_count(const EventList *events, uint32_t first);
// "open (6 steps)", "scanf: input 5, 20"
void calls_describe(const EventList *events, uint32_t first, uint32_t count, Text *out);
// Takes back what is inside calls: of the events of a call that were to be shown, those stay that the explanation speaks of
// (`told`) and the violation, else the first. `told` and `shown` are by index into Trace.events.
void calls_gather(const Trace *trace, const EventList *events, const bool *told, bool *shown);

#endif
