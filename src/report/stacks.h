// Which call stacks belong to a violation, and where its threads come from.
#ifndef RADDLE_REPORT_STACKS_H
#define RADDLE_REPORT_STACKS_H

#include "base/json.h"
#include "base/none.h"
#include "base/vector.h"
#include "trace/trace.h"

typedef struct ShownStack {
    uint32_t thread;
    uint32_t event; // index into Trace.events of what the thread does there; NONE: none
    uint32_t stack; // see TraceFrame
} ShownStack;

typedef VECTOR(ShownStack) StackList;

// Of a race both accesses, of a deadlock every thread that waits, of memory that was freed also who freed it, else the
// violating thread; that one comes first. Overwrites `list`, which the caller frees; empty if no stacks were recorded.
void stacks_find(const Trace *trace, StackList *list);
// What the thread does there: "about to write x", "waits for m", "assertion violated".
void stacks_describe(const Trace *trace, const ShownStack *shown, Text *out);
// The event that created the thread; NULL for main, and where there is none.
const TraceEvent *stacks_creation(const Trace *trace, uint32_t thread);
// The stacks as JSON: thread, start routine, creation and frames, the innermost first.
json_t *stacks_to_json(const Trace *recorded);

#endif
