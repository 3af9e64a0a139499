// Call stacks of a run. They are kept as one forest in which a frame knows its caller, so that stacks share their
// outer parts and an event needs one number to tell how its thread came there.
#ifndef RADDLE_TRACE_STACK_H
#define RADDLE_TRACE_STACK_H

#include "base/map.h"
#include "trace/trace.h"

// Adds the stack of a thread that has not ended to the frames of the trace; returns the number of its innermost frame,
// NO_STACK if there is none in the program's own source. Of a very deep stack the innermost frames are kept.
uint32_t stack_take(TraceRecorder *recorder, const Machine *machine, uint32_t thread);
// Frees what the recorder needs to find frames again.
void stack_end_recording(TraceRecorder *recorder);

// Copies the frames of `from` into `to`, which has none: numbers stay the same.
void stack_copy_all(Trace *to, const Trace *from);

#endif
