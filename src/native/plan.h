// The plan of a native replay: what the machine did on a recorded run, as C source for the runtime that makes the
// native program do the same (native/runtime/native_interface.h).
#ifndef RADDLE_NATIVE_PLAN_H
#define RADDLE_NATIVE_PLAN_H

#include "trace/trace.h"

// Executes `trace` on `program`, which was loaded with points and follows it, and appends the plan to `out`. Returns
// NULL, or why there is none.
const char *native_plan_append(const Program *program, const Trace *trace, Text *out);

#endif
