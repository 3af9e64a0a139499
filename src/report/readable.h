// A run with the names that people know its objects by: a block from malloc is called after the variable that holds it,
// and files are named as far as they have to be.
#ifndef RADDLE_REPORT_READABLE_H
#define RADDLE_REPORT_READABLE_H

#include "trace/trace.h"

typedef struct Readable {
    Arena arena;
    Trace trace; // that of readable_create but for its events, inputs and message; what it holds is not to be freed
} Readable;

// `trace` must outlive it. Free with readable_free.
void readable_create(Readable *readable, const Trace *trace);
void readable_free(Readable *readable);

#endif
