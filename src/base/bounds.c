#include "base/bounds.h"

#include "base/options.h"

static uint64_t given(uint64_t option)
{
    return option == BOUND_AUTO ? NO_BOUND : option;
}

Bounds bounds_of(const Options *options)
{
    return (Bounds){.rounds = given(options->unwind), .threads = given(options->max_threads_per_site)};
}
