// What ends a thread early. One that goes beyond a bound is stopped for good and the others go on, so what is found within
// bounds is real, and what is proved holds as far as nothing was cut.
#ifndef RADDLE_BASE_BOUNDS_H
#define RADDLE_BASE_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

#define NO_BOUND UINT64_MAX
#define BOUND_AUTO (UINT64_MAX - 1) // of an option: as the search finds fit

typedef struct Bounds {
    uint64_t rounds; // of a loop of the program since it was entered
    // That one thread creates by the same call in the program. If the threads so created come to the call, too: so many
    // generations of them.
    uint64_t threads;
    // Only rounds count in which, after the set-up, the thread has done something that others can see, or that depended
    // on an input: loops that fill a table or count to a constant go on to their end.
    bool spare_private;
} Bounds;

#define WITHOUT_BOUNDS ((Bounds){.rounds = NO_BOUND, .threads = NO_BOUND})

#endif
