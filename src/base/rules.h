// The rules of a run: what may happen to a program beside what its text says, and the options that change them.
#ifndef RADDLE_BASE_RULES_H
#define RADDLE_BASE_RULES_H

#include <stdbool.h>

// The rows of OPTION_TABLE (options.h) that are about rules alone.
#define RULE_OPTION_TABLE(X)                                                                  \
    X(FLAG, spurious_wakeups, 0, "spurious-wakeups", NULL, NULL, EXECUTION, ON_PROGRAM,       \
      "waiting on a condition variable may end without a signal (the default)")               \
    X(FLAG, no_spurious_wakeups, 0, "no-spurious-wakeups", NULL, NULL, EXECUTION, ON_PROGRAM, \
      "waiting on a condition variable ends by a signal or its time limit only")              \
    X(FLAG, no_weak_failures, 0, "no-weak-failures", NULL, NULL, EXECUTION, ON_PROGRAM,       \
      "a weak compare-exchange fails only if the value is not the expected one")              \
    X(FLAG, malloc_may_fail, 0, "malloc-may-fail", NULL, NULL, EXECUTION, ON_PROGRAM,         \
      "malloc and its family may return NULL")                                                \
    X(FLAG, create_may_fail, 0, "create-may-fail", NULL, NULL, EXECUTION, ON_PROGRAM,         \
      "pthread_create may return EAGAIN")                                                     \
    X(CHOICE, volatile_mode, 0, "volatile", "plain", "plain|atomic", EXECUTION, ON_PROGRAM,   \
      "as far as data races go, volatile accesses are like others, or atomic")                \
    X(CHOICE, memory_model, 0, "memory-model", "sc", "sc|tso|pso|c11", EXECUTION, ON_PROGRAM, \
      "what reads may see: the last write (sc), through store buffers (tso, pso), as in C11")

// One row makes the field of Rules, its key in recorded runs, what the options make of it, and what is said of the
// reorderings of a run: X(name, its value under `options`, what may also go otherwise).
// The last is NULL if the rule lets nothing go otherwise, or if the encoding of a run asks about it. Else no reordering
// of a run tells how it could have gone, so whoever looks at reorderings proves nothing and gives this reason.
// spurious_wakeups: a wait on a condition variable may end without a signal; weak_failures: a weak compare-exchange may
// fail without reason; volatile_atomic: volatile accesses do not race with each other, nor with atomic ones;
// weak_memory: a read may see older writes, of what is atomic as C11 allows, or, with store_buffers, of all as buffers of
// stores allow, one for each thread or, with buffers_by_location, for each location, too; extern_havoc: a function without body returns anything and does nothing; share_everything: every object counts as
// reachable by all threads.
#define RULE_TABLE(X)                                                                                              \
    X(spurious_wakeups, !options->no_spurious_wakeups, NULL)                                                       \
    X(weak_failures, !options->no_weak_failures, NULL)                                                             \
    X(malloc_may_fail, options->malloc_may_fail, "whether an allocation succeeds")                                 \
    X(create_may_fail, options->create_may_fail, "whether a thread can be created")                                \
    X(volatile_atomic, options->volatile_mode == VOLATILE_ATOMIC, NULL)                                            \
    X(weak_memory, options->memory_model != MEMORY_MODEL_SC, "what a read sees")                                   \
    X(store_buffers, options->memory_model == MEMORY_MODEL_TSO || options->memory_model == MEMORY_MODEL_PSO, NULL) \
    X(buffers_by_location, options->memory_model == MEMORY_MODEL_PSO, NULL)                                        \
    X(extern_havoc, options->extern_mode == EXTERN_HAVOC, NULL)                                                    \
    X(share_everything, false, NULL)

typedef struct Rules {
#define X(name, ...) bool name;
    RULE_TABLE(X)
#undef X
} Rules;

// As --memory-model has them.
static inline const char *rules_memory_model(const Rules *rules)
{
    if (!rules->weak_memory)
        return "sc";
    return rules->buffers_by_location ? "pso" : rules->store_buffers ? "tso" : "c11";
}

#endif
