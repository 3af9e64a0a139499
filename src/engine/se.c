// Symbolic execution of every interleaving (algorithm 1 of "Assertion Guided Symbolic Execution of Multithreaded
// Programs"), and context-bounded model checking that asks the solver at the leaves only ("Verifying Multi-threaded
// Software using SMT-based Context-Bounded Model Checking", section 3.2).
#include "engine/dpor.h"

static const TreePolicy se = {.name = "se"};
static const TreePolicy lazy = {.name = "lazy", .remembers = true, .checks_at_leaf = true, .unbounded = &dpor_policy};

static void verify_se(const EngineTask *task, Verdict *verdict)
{
    tree_search(task, &se, verdict);
}

static void verify_lazy(const EngineTask *task, Verdict *verdict)
{
    tree_search(task, &lazy, verdict);
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
