// The words of recorded files that writer and reader share.
#ifndef RADDLE_TRACE_FORMAT_H
#define RADDLE_TRACE_FORMAT_H

#include <stdint.h>

#include "term/term.h"

// Version 1 has no terms and none of the fields and kinds of events of a symbolic run. It is still read.
enum { TRACE_FORMAT_VERSION = 2, TRACE_FORMAT_OLDEST = 1 };

// The lists of strings of TraceProgram: X(name of field and key, whether it must be there)
#define TRACE_PROGRAM_LIST_TABLE(X) \
    X(files, REQUIRED)              \
    X(file_arguments, OPTIONAL)     \
    X(clang_arguments, OPTIONAL)    \
    X(arguments, OPTIONAL)          \
    X(given_files, OPTIONAL)

// Indexed by InputOrigin and TraceEnd.
enum { TRACE_ORIGIN_COUNT = 3, TRACE_END_COUNT = 4 };
extern const char *const trace_origin_names[TRACE_ORIGIN_COUNT];
extern const char *const trace_end_names[TRACE_END_COUNT];

// Indexed by TermKind. A term is [name, width, operands..., and the value of a constant, the low bit of an extract or
// the name of a symbol].
extern const char *const trace_term_names[TERM_KIND_COUNT];
extern const uint8_t trace_term_operands[TERM_KIND_COUNT];

#endif
