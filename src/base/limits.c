#include "base/limits.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/statistics.h"

static const double MEMORY_INTERVAL = 0.020;

// A global, since a signal handler has no argument through which a Limits could reach it.
static atomic_bool interrupted;

static void handle_interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store_explicit(&interrupted, true, memory_order_relaxed);
}

void limits_start(Limits *limits, double timeout_seconds, uint64_t memory_limit_mb)
{
    *limits = (Limits){.started = clock_now(), .memory_limit_mb = memory_limit_mb};
    if (timeout_seconds > 0)
        limits->deadline = limits->started + timeout_seconds;
}

const atomic_bool *limits_catch_signals(void)
{
    struct sigaction action = {.sa_handler = handle_interrupt, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &interrupted;
}

static uint64_t measure_resident_mb(void)
{
    char line[128];
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    ssize_t length = read(file, line, sizeof line - 1);
    close(file);
    if (length <= 0)
        return 0;
    line[length] = '\0';
    const char *resident = strchr(line, ' ');
    return resident ? strtoull(resident, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) >> 20 : 0;
}

static LimitReason look_closely(Limits *limits)
{
    double now = clock_now();
    if (limits->deadline > 0 && now >= limits->deadline)
        return LIMIT_TIMEOUT;
    if (limits->memory_limit_mb && now - limits->checked_memory >= MEMORY_INTERVAL) {
        limits->checked_memory = now;
        if (measure_resident_mb() > limits->memory_limit_mb)
            return LIMIT_MEMORY;
    }
    return LIMIT_NONE;
}

LimitReason limits_exceeded(Limits *limits)
{
    if (limits->reason != LIMIT_NONE)
        return limits->reason;
    if (limits->interrupt && atomic_load_explicit(limits->interrupt, memory_order_relaxed))
        limits->reason = LIMIT_INTERRUPT;
    else if (limits->deadline > 0 || limits->memory_limit_mb)
        limits->reason = look_closely(limits);
    return limits->reason;
}

const char *limits_reason_text(LimitReason reason)
{
    static const char *const texts[] = {
#define X(identifier, text) text,
        LIMIT_TABLE(X)
#undef X
    };
    return texts[reason];
}
