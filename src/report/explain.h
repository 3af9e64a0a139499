// A violation in one short sentence: who did what before whom.
#ifndef RADDLE_REPORT_EXPLAIN_H
#define RADDLE_REPORT_EXPLAIN_H

#include "report/shown.h"
#include "trace/trace.h"

// Appends the sentence, without a full stop: "thread 2 read balance before thread 1 wrote it (line 9)". Everything in
// it can be read off the trace; where nothing specific can, it is general. Nothing for a run that violates nothing.
void explain_append(const Trace *trace, Text *out);
// The same with the numbers of the steps it speaks of: "thread 2 read balance (step 4, line 7) before ...".
void explain_append_steps(const Trace *trace, const StepNumbers *steps, Text *out);
// Sets `told` (by event) for the events that the sentence speaks of.
void explain_mark(const Trace *trace, bool *told);

#endif
