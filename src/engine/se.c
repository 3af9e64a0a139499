// Symbolic execution of every interleaving (algorithm 1 of "Assertion Guided Symbolic Execution of Multithreaded Programs"), and
// context-bounded model checking that asks the solver at the leaves only ("Verifying Multi-threaded Software using SMT-based
// Context-Bounded Model Checking", section 3.2).
#include "engine/tree.h"

static const TreePolicy se = {.name = "se"};
static const TreePolicy lazy = {.name = "lazy", .remembers = true, .checks_at_leaf = true};

static void verify_se(const EngineTask *task, Verdict *verdict)
{
    tree_search(task, &se, NULL, verdict);
}

// Most errors show with few context switches, and a tree with few is small: smaller bounds are tried first. Counts are those of the last tree.
static void verify_lazy(const EngineTask *task, Verdict *verdict)
{
    Options options = *task->options;
    EngineTask bounded = *task;
    bounded.options = &options;
    uint64_t most =
        OPTION_GIVEN(task->options, context_bound) && !task->options->all ? task->options->context_bound : 0;
    for (uint64_t bound = 0; bound < most; bound++) {
        options.context_bound = bound;
        Verdict smaller = {0};
        tree_search(&bounded, &lazy, NULL, &smaller);
        if (smaller.answer == ANSWER_FALSE || limits_exceeded(task->limits) != LIMIT_NONE || !smaller.bounded) {
            *verdict = smaller;
            return;
        }
        verdict_free(&smaller);
    }
    tree_search(task, &lazy, NULL, verdict);
}

const Engine engine_se = {
    .name = "se",
    .summary = "tries every interleaving, with symbolic inputs",
    .source =
        "Guo, Kusano, Wang, Yang, Gupta: Assertion Guided Symbolic Execution of Multithreaded Programs, algorithm 1",
    .verify = verify_se,
};

const Engine engine_lazy = {
    .name = "lazy",
    .summary = "tries every interleaving up to --context-bound, one question to the solver at the end of each",
    .source = "Cordeiro, Fischer: Verifying Multi-threaded Software using SMT-based Context-Bounded Model Checking",
    .verify = verify_lazy,
};
