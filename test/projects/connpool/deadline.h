/* Times of the monotonic clock. */
#ifndef DEADLINE_H
#define DEADLINE_H

#include <time.h>

struct timespec deadline_now(void);

/* A later time. */
struct timespec deadline_after(struct timespec time, long milliseconds);

#endif
