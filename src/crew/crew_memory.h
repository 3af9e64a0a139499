// How much memory several processes have together.
#ifndef RADDLE_CREW_CREW_MEMORY_H
#define RADDLE_CREW_CREW_MEMORY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// Pages that processes share since a fork count once. Where the system does not show it, nothing is exceeded.
bool crew_memory_exceeds(const pid_t *processes, uint32_t count, uint64_t limit_mb);

#endif
