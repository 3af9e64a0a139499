// Threads that were created one right after the other, run the same function with the same argument, if it looks at that, and have come to their
// first visible operation by the same way: what one of them does now, another one could do in its place. Nobody can tell
// them apart, as long as nothing is made of their handles, their numbers and the addresses of what is their own
// (analysis/anonymity.h), but for who joins them: the results must not be looked at, one thread must join all of them, and
// do nothing in between. Every run shows whether that is so. doc/tree.md has the argument.
#ifndef RADDLE_MACHINE_TWINS_H
#define RADDLE_MACHINE_TWINS_H

#include "machine/machine.h"

typedef struct Twins {
    bool *ignores_argument; // by function: that with which it is begun makes no difference; NULL: it does
    bool told_apart;        // a run has ended (MACHINE_ESCAPED), since somebody could tell twins from each other
} Twins;

// The first of the threads that the thread is a twin of, itself included; NO_THREAD: it has none.
uint32_t machine_first_twin(const Machine *machine, uint32_t thread);
// Whether the thread has not taken a step yet.
bool machine_thread_is_fresh(const Machine *machine, uint32_t thread);
// Whether neither the thread nor a twin before it has taken a step yet.
bool machine_follows_twin(const Machine *machine, uint32_t thread);
// Whether a thread waits for one of several twins to be joined, while another one of them has ended. Had it been the
// other way round, the thread would go on.
bool machine_waits_for_wrong_twin(const Machine *machine);

#endif
