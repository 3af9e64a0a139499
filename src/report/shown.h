// What of a run people are shown, and in which words: the same in the text and in the page.
#ifndef RADDLE_REPORT_SHOWN_H
#define RADDLE_REPORT_SHOWN_H

#include <stdbool.h>

#include "trace/trace.h"

// Whether the event is a step for people. `inputs` counts the input events so far, from 0: values of uninitialised
// memory are listed with the inputs only.
bool shown_event(const Trace *trace, const TraceEvent *event, uint32_t *inputs);
// "assertion violated", "deadlock", ...
const char *shown_violation_words(Property property);
// The violation of the trace in one sentence that begins with these words.
void shown_append_violation(const Trace *trace, Text *out);

#endif
