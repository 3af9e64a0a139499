// Symbolic execution of every interleaving (algorithm 1 of "Assertion Guided Symbolic Execution of Multithreaded
// Programs"), and context-bounded model checking that asks the solver at the leaves only ("Verifying Multi-threaded
// Software using SMT-based Context-Bounded Model Checking", section 3.2).
#include "tree/dpor.h"

static const TreePolicy se = {.name = "se", .divides = true};
static const TreePolicy lazy = {.name = "lazy",
                                .remembers = true,
                                .checks_at_leaf = true,
                                .merges = true,
                                .twins = true,
                                .divides = true,
                                .unbounded = &dpor_policy};

static void search_all(const EngineTask *task, Findings *findings)
{
    tree_search(task, &se, findings);
}

static void search_lazily(const EngineTask *task, Findings *findings)
{
    tree_search(task, &lazy, findings);
}

const Engine engine_se = {
    .name = "se",
    .summary = "tries every interleaving, with symbolic inputs",
    .source =
        "Guo, Kusano, Wang, Yang, Gupta: Assertion Guided Symbolic Execution of Multithreaded Programs, algorithm 1",
    .in_short = "the whole tree",
    .inputs = ENGINE_INPUTS_ALL,
    .knows_weak_memory = true,
    .options = HEEDS(context_bound) | HEEDS(jobs) | HEEDS(divide_after),
    .search = search_all,
};

const Engine engine_lazy = {
    .name = "lazy",
    .summary = "tries every interleaving up to --context-bound, one question to the solver at the end of each",
    .source = "Cordeiro, Fischer: Verifying Multi-threaded Software using SMT-based Context-Bounded Model Checking",
    .in_short = "one question per run",
    .inputs = ENGINE_INPUTS_ALL,
    .knows_weak_memory = true,
    .options = HEEDS(context_bound) | HEEDS(jobs) | HEEDS(divide_after) | HEEDS(no_dpor) | HEEDS(keep_order),
    .search = search_lazily,
};
