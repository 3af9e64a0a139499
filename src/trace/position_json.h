// A place in the source as JSON.
#ifndef RADDLE_TRACE_POSITION_JSON_H
#define RADDLE_TRACE_POSITION_JSON_H

#include "base/json.h"
#include "trace/trace.h"

// {"file", "line", "column"}, with "function" where it is known; null if nothing is known.
json_t *json_text_position(const TracePosition *position);
// The members of a CallPlan that say something.
json_t *json_call_plan(const CallPlan *plan);

#endif
