// Random numbers from a seed, up to a bound.
#ifndef RADDLE_TEST_RANDOM_H
#define RADDLE_TEST_RANDOM_H

#include "base/random.h"

static inline uint32_t random_below(uint64_t *random, uint32_t bound)
{
    return (uint32_t)(random_next(random) % bound);
}

#endif
