// What of a run people are shown, and in which words: the same in the text and in the page.
#ifndef RADDLE_REPORT_SHOWN_H
#define RADDLE_REPORT_SHOWN_H

#include <stdbool.h>

#include "trace/trace.h"

// Whether the event is a step for people. `inputs` counts the input events so far, from 0: values of uninitialised
// memory are listed with the inputs only.
bool shown_event(const Trace *trace, const TraceEvent *event, uint32_t *inputs);
typedef VECTOR(uint32_t) EventIndices; // into Trace.events, unless something else is said
typedef VECTOR(uint32_t) StepNumbers;  // by index into Trace.events: from 1; 0: no step for people

// Numbers the steps as all reports do; the start of a thread is none. Overwrites `steps`, which the caller frees.
void shown_number_steps(const Trace *trace, StepNumbers *steps);
// The function that the thread began with; "" if it is not known.
const char *shown_start_routine(const Trace *trace, uint32_t thread);
// "main", "thread 2: worker".
void shown_append_title(const Trace *trace, uint32_t thread, Text *out);
// What happened, in words, and in which function of the library, if it is only that one's affair.
void shown_append_event(const TraceEvent *event, Text *out);
// The name of a file of the trace, without its folders unless there is another of that name.
const char *shown_file_name(const Trace *trace, const char *file);
// "assertion violated", "deadlock", ...
const char *shown_violation_words(Property property);
// The violation of the trace in one sentence that begins with these words.
void shown_append_violation(const Trace *trace, Text *out);

#endif
