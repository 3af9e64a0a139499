// The rules of a run: what may happen to a program beside what its text says. One row makes the field, its key in
// recorded runs, and what the options make of it.
#ifndef RADDLE_BASE_RULES_H
#define RADDLE_BASE_RULES_H

#include "base/options.h"

// X(name, its value under `options`)
// spurious_wakeups: a wait on a condition variable may end without a signal; weak_failures: a weak compare-exchange may
// fail without reason; volatile_atomic: volatile accesses do not race with each other, nor with atomic ones;
// extern_havoc: a function without body returns anything and does nothing; share_everything: every object counts as
// reachable by all threads.
#define RULE_TABLE(X)                                     \
    X(spurious_wakeups, !options->no_spurious_wakeups)    \
    X(weak_failures, !options->no_weak_failures)          \
    X(malloc_may_fail, options->malloc_may_fail)          \
    X(create_may_fail, options->create_may_fail)          \
    X(volatile_atomic, options->volatile_atomic)          \
    X(extern_havoc, options->extern_mode == EXTERN_HAVOC) \
    X(share_everything, false)

typedef struct Rules {
#define X(name, value) bool name;
    RULE_TABLE(X)
#undef X
} Rules;

static inline Rules rules_of(const Options *options)
{
    return (Rules){
#define X(name, value) .name = value,
        RULE_TABLE(X)
#undef X
    };
}

#endif
