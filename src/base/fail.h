// The ways the process itself can fail. An internal error (a broken invariant of raddle) aborts loudly in every build;
// it is never turned into a verdict.
#ifndef RADDLE_BASE_FAIL_H
#define RADDLE_BASE_FAIL_H

#include <stdbool.h>
#include <stddef.h>

_Noreturn void fail_internal(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
// Says so on standard error and aborts; after fail_end_with_verdict ends the process with the verdict UNKNOWN(out of
// memory).
_Noreturn void fail_out_of_memory(size_t size);
// For a program whose standard output and exit status are the verdict's.
void fail_end_with_verdict(void);
bool fail_ends_with_verdict(void);

#define INTERNAL_ERROR(...) fail_internal(__FILE__, __LINE__, __VA_ARGS__)

// An invariant that is checked in release builds too.
#define CHECK(condition) ((condition) ? (void)0 : fail_internal(__FILE__, __LINE__, "%s does not hold", #condition))

#endif
