/* Times of the monotonic clock: seconds, and what waits with a limit take. */
#ifndef DEADLINE_H
#define DEADLINE_H

#include <time.h>

time_t deadline_now(void);
struct timespec deadline_after(long milliseconds);

#endif
