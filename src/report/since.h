// Since when a failed check has failed.
#ifndef RADDLE_REPORT_SINCE_H
#define RADDLE_REPORT_SINCE_H

#include "base/none.h"
#include "report/shown.h"

// The write after which nothing changed that the violated check reads: from then on it would have read the same. An
// index into Trace.events; NONE if it read nothing that was written, or very much, or the write came just before.
uint32_t since_find(const Trace *trace);
// "balance has had this value since step 13 (thread 1: write balance = 130 (was 50), line 23)"; nothing if it is not
// known.
void since_append(const Trace *trace, const StepNumbers *steps, Text *out);

#endif
