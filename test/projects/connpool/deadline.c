#include "deadline.h"

enum { MILLISECONDS = 1000, NANOSECONDS_PER_MILLISECOND = 1000000, NANOSECONDS = 1000000000 };

struct timespec deadline_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now;
}

struct timespec deadline_after(struct timespec time, long milliseconds)
{
    time.tv_sec += milliseconds / MILLISECONDS;
    time.tv_nsec += milliseconds % MILLISECONDS * NANOSECONDS_PER_MILLISECOND;
    if (time.tv_nsec >= NANOSECONDS) {
        time.tv_nsec -= NANOSECONDS;
        time.tv_sec++;
    }
    return time;
}
