// The variables that a call of scanf in the source stores to.
#ifndef RADDLE_REPORT_SCANNED_H
#define RADDLE_REPORT_SCANNED_H

#include "base/arena.h"
#include "report/source.h"
#include "trace/trace.h"

typedef VECTOR(const char *) ScannedNames;

// Fills `names` with what the conversions of the call at `position` go to, without the `&`; the strings belong to the
// arena. Empty unless the call is written out there, with a format of numbers only: those take one input each.
void scanned_find(SourceCache *sources, const TracePosition *position, Arena *arena, ScannedNames *names);

#endif
