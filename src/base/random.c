#include "base/random.h"

#include "base/map.h"

uint64_t random_next(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15u;
    return hash_mix(*state);
}
