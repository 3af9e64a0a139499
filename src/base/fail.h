// The ways the process itself can fail. An internal error (a broken invariant of raddle) aborts loudly in every build;
// it is never turned into a TRUE or a FALSE. A process that works for another one leaves a note instead of aborting, so
// that the other can go on without it.
#ifndef RADDLE_BASE_FAIL_H
#define RADDLE_BASE_FAIL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

// What became of a process, in memory that it shares with the one that waits for it. Zeroed at first.
typedef struct FailureNote {
    atomic_bool filled;
    atomic_int process; // its number, once it has begun
    char where[160];   // "src/engine/explore.c:176"; "" if it is not known
    char message[512]; // "out of memory" if that is what happened
} FailureNote;

extern const char fail_without_memory[]; // that message

_Noreturn void fail_internal(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
// Says so on standard error and aborts; after fail_end_with_verdict ends the process with the verdict UNKNOWN(out of
// memory).
_Noreturn void fail_out_of_memory(size_t size);
// For a program whose standard output and exit status are the verdict's.
void fail_end_with_verdict(void);
// From now on whatever fails in this process, a signal for an error included, fills the note and ends the process
// without a word. For a process that was forked for some work.
void fail_leave_note(FailureNote *note);
// Whether the end of memory is taken care of.
bool fail_ends_well(void);

#define INTERNAL_ERROR(...) fail_internal(__FILE__, __LINE__, __VA_ARGS__)

// An invariant that is checked in release builds too.
#define CHECK(condition) ((condition) ? (void)0 : fail_internal(__FILE__, __LINE__, "%s does not hold", #condition))

#endif
