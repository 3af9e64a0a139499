// Paths of threads made by hand, decision by decision. Include cmocka.h first.
#ifndef RADDLE_TEST_HAND_PATH_H
#define RADDLE_TEST_HAND_PATH_H

#include "paths/path.h"

// Adds a decision that could have gone two threads and does not fail; the caller may change that.
static inline Decision *decide(ThreadPath *path, DecisionKind kind, PathPoint point, uint64_t value)
{
    Decision decision = {
        .kind = kind, .point = point, .value = value, .fingerprint_before = path->fingerprint, .two_ways = true};
    path->fingerprint = path_extend(path->fingerprint, kind, point, value);
    vector_push(&path->decisions, decision);
    return &vector_last(&path->decisions);
}

#endif
