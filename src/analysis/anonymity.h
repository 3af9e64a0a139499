// Whether a program does the same whichever number a thread has, and wherever what belongs to it is in memory: handles are
// joined and nothing else, nobody asks who he is, and of addresses on stack and heap it matters only whether they are equal.
#ifndef RADDLE_ANALYSIS_ANONYMITY_H
#define RADDLE_ANALYSIS_ANONYMITY_H

#include "base/limits.h"
#include "ir/program.h"

// In case of doubt, and where a limit is exceeded, it is not so. False if no thread is created, too.
// Sets `ignores`, by function and false before, unless it is NULL: whether the function does nothing with its only
// parameter but return it.
bool program_is_anonymous(const Program *program, bool *ignores, Limits *limits);

#endif
