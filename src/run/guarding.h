// Which memory is accessed under a lock only, as far as some runs show (machine/guards.h).
#ifndef RADDLE_RUN_GUARDING_H
#define RADDLE_RUN_GUARDING_H

#include "machine/guards.h"
#include "run/engine.h"

typedef struct Guarding {
    Guards guards;
    VECTOR(uint64_t) doubted; // locks without which a word was accessed that was thought to be theirs
    uint32_t corrections;
} Guarding;

// Executes some runs. False if there is no such memory, or if what is asked about may depend on when such an access
// happens. That of leaks does if the process may end in between: the caller looks after that.
bool guarding_find(Guarding *guarding, const EngineTask *task);
// A run of the search has shown that it is not so for all of it: takes away what it was not so for. False if too little is
// known of that: then nobody should trust in the rest.
bool guarding_correct(Guarding *guarding);
void guarding_free(Guarding *guarding);

#endif
