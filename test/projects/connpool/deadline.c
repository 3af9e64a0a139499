#include "deadline.h"

enum { MILLISECONDS = 1000, NANOSECONDS_PER_MILLISECOND = 1000000, NANOSECONDS = 1000000000 };

time_t deadline_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

struct timespec deadline_after(long milliseconds)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_sec += milliseconds / MILLISECONDS;
    time.tv_nsec += milliseconds % MILLISECONDS * NANOSECONDS_PER_MILLISECOND;
    if (time.tv_nsec >= NANOSECONDS) {
        time.tv_nsec -= NANOSECONDS;
        time.tv_sec++;
    }
    return time;
}
