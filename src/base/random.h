// Random numbers from a seed, the same everywhere.
#ifndef RADDLE_BASE_RANDOM_H
#define RADDLE_BASE_RANDOM_H

#include <stdint.h>

// The next number; `*state` begins as the seed.
uint64_t random_next(uint64_t *state);

#endif
