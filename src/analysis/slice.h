// Program slicing: what may influence whether the program violates a property.
//
// Interprocedural, over the points-to analysis; between threads, and wherever values go through memory, the order of
// time plays no part. See the README for what counts as influence.
#ifndef RADDLE_ANALYSIS_SLICE_H
#define RADDLE_ANALYSIS_SLICE_H

#include "base/limits.h"
#include "base/property.h"
#include "ir/program.h"

typedef struct Slice Slice;

// Criteria: every instruction that can violate one of `properties`. Asked about races or leaks, everything is in the
// slice. `narrow`: but not what may keep a thread from going on without being there for it: a lock that is taken, an
// access that may fault, a loop that may not end. Who uses this has to see to it that none of this happens. `limits` may
// be NULL; where one is exceeded, everything is in the slice.
Slice *slice_compute(const Program *program, PropertyMask properties, bool narrow, Limits *limits);
void slice_free(Slice *slice);
// Whether the instruction is in the slice: what it does, or whether it is executed, may matter.
bool slice_contains(const Slice *slice, uint32_t function, uint32_t instruction);
// Whether a thread that stands before the instruction may still execute a criterion, or something of the slice that
// others may notice: in this activation of the function, in one it calls, or by a thread it creates. Who walks the
// stack asks for the callers, too.
bool slice_leads_on(const Slice *slice, uint32_t function, uint32_t instruction);

#endif
