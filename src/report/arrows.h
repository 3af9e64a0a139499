// Which event of a run made which other possible: what a reader sees as arrows between the threads.
#ifndef RADDLE_REPORT_ARROWS_H
#define RADDLE_REPORT_ARROWS_H

#include <stdint.h>

#include "base/vector.h"
#include "trace/trace.h"

// X(identifier, name in the page, what it is)
#define ARROW_KIND_TABLE(X)                                  \
    X(VALUE, "value", "a value written, then read")          \
    X(MISSED, "missed", "a value written, but not seen")     \
    X(LOCK, "lock", "a lock or permit handed over")          \
    X(THREAD, "thread", "a thread created, a thread joined") \
    X(WAKING, "waking", "a waiting thread woken")

typedef enum ArrowKind {
#define X(identifier, name, description) ARROW_##identifier,
    ARROW_KIND_TABLE(X)
#undef X
        ARROW_KIND_COUNT
} ArrowKind;

typedef struct Arrow {
    uint32_t from, to; // indices into Trace.events, from < to
    ArrowKind kind;
} Arrow;

typedef VECTOR(Arrow) ArrowList;

// Appends the arrows in the order of their ends. Only values have arrows within a thread.
void arrows_find(const Trace *trace, ArrowList *arrows);

#endif
