// How far a thread has come along its path, as one number, so that two threads that take the same decisions can be
// compared by it. A thread does event after event, and decides something between them:
//
//     created   decides   event   decides   event   decides
//        1         2        3        4        5        6     ...
//
// An odd number says that so many events are done, the even one after it that all that comes before the next event has
// been decided, too, and that the thread was not stopped there.
#ifndef RADDLE_PATHS_PROGRESS_H
#define RADDLE_PATHS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vector.h"

typedef uint32_t Progress;
typedef VECTOR(Progress) ProgressList; // by thread

enum { PROGRESS_NONE = 0 };           // nothing is known of the thread
#define PROGRESS_UNBOUNDED UINT32_MAX // it comes further than any run

static inline Progress progress_after(uint32_t events)
{
    return 2 * events + 1;
}

static inline Progress progress_decided_after(uint32_t events)
{
    return 2 * events + 2;
}

// The opposite of both: how many events have been done.
static inline uint32_t progress_events(Progress progress)
{
    return (progress - 1) / 2;
}

static inline bool progress_has_decided(Progress progress)
{
    return progress % 2 == 0;
}

// Of a thread that has done one more event.
static inline Progress progress_with_another_event(Progress progress)
{
    return progress + 2;
}

#endif
