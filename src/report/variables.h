// What is known of the program's shared variables while a run goes on; what the library keeps for itself is none. A variable is a name at an address: what overwrites a part
// of it under another name makes it unknown, and so does the end of its object.
#ifndef RADDLE_REPORT_VARIABLES_H
#define RADDLE_REPORT_VARIABLES_H

#include <stdbool.h>

#include "base/map.h"
#include "base/none.h"
#include "base/vector.h"
#include "trace/trace.h"

enum { NO_VARIABLE = NONE };

typedef struct KnownVariable {
    uint64_t address;
    uint32_t size;
    const char *name;  // of the trace, as is the value
    const char *value; // NULL: not known any more
    uint32_t writer;   // thread of the last write; NO_THREAD: only read so far
    uint32_t next;     // another variable at the same address, or NO_VARIABLE
} KnownVariable;

typedef struct Variables {
    VECTOR(KnownVariable) all; // in the order in which they were met
    VECTOR(uint32_t) gone;     // those that the last event made unknown
    Map first;                 // by address: the first variable there, plus 1
    Map owner;                 // by address of a byte: whose value it holds, plus 1
} Variables;

// Takes note of the event; returns the variable whose value it tells, or NO_VARIABLE.
uint32_t variables_follow(Variables *variables, const TraceEvent *event);
void variables_free(Variables *variables);

#endif
