// The words of recorded files that writer and reader share.
#ifndef RADDLE_TRACE_FORMAT_H
#define RADDLE_TRACE_FORMAT_H

enum { TRACE_FORMAT_VERSION = 1 };

// The flags of TraceProgram: X(name of field and key)
#define TRACE_PROGRAM_FLAG_TABLE(X) \
    X(spurious_wakeups)             \
    X(malloc_may_fail)              \
    X(create_may_fail)              \
    X(extern_havoc)                 \
    X(share_everything)

// Indexed by InputOrigin and TraceEnd.
enum { TRACE_ORIGIN_COUNT = 3, TRACE_END_COUNT = 4 };
extern const char *const trace_origin_names[TRACE_ORIGIN_COUNT];
extern const char *const trace_end_names[TRACE_END_COUNT];

#endif
