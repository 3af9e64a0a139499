// The budget of a verification: time, memory and the user's patience. An engine calls limits_exceeded in its loops
// and, when the answer is not LIMIT_NONE, ends with UNKNOWN(limits_reason_text(reason)); nothing is killed from
// outside, so files are always whole and the verdict line is always printed.
#ifndef RADDLE_BASE_LIMITS_H
#define RADDLE_BASE_LIMITS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// X(identifier, reason as it stands in the verdict)
#define LIMIT_TABLE(X)        \
    X(NONE, "")               \
    X(TIMEOUT, "timeout")     \
    X(MEMORY, "memory limit") \
    X(INTERRUPT, "interrupted")

typedef enum LimitReason {
#define X(identifier, text) LIMIT_##identifier,
    LIMIT_TABLE(X)
#undef X
} LimitReason;

typedef struct Limits {
    double started;           // clock_now() of limits_start
    double deadline;          // clock_now() after which time is up; 0: none
    uint64_t memory_limit_mb; // of the resident set; 0: none
    LimitReason reason;       // once a limit is exceeded it stays so
    double checked_memory;    // when the memory was measured last
    // Set by somebody else, another thread or a signal handler, to end the verification. NULL: nobody can. Never
    // cleared here.
    const atomic_bool *interrupt;
} Limits;

// Starts the clock; 0 means no limit. Nobody can interrupt yet.
void limits_start(Limits *limits, double timeout_seconds, uint64_t memory_limit_mb);

// Makes SIGINT and SIGTERM set the flag that is returned, for Limits.interrupt. For programs that own their process: a
// library leaves signals alone.
const atomic_bool *limits_catch_signals(void);

// Cheap enough for an inner loop: every call looks at the interrupt and, if there is a limit, at the clock, which takes
// some 25 nanoseconds; memory is measured every 20 milliseconds. How often it is called, and how regularly, does not
// matter.
LimitReason limits_exceeded(Limits *limits);
// The same for those who may have no limits: NULL.
static inline bool limits_stop(Limits *limits)
{
    return limits && limits_exceeded(limits) != LIMIT_NONE;
}

const char *limits_reason_text(LimitReason reason);

#endif
