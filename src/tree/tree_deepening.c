// Searches with a growing bound on context switches, whose trees have many states in common.
#include "tree/tree_state.h"

enum {
    ATTEMPT_STEPS = 10000,      // a tree that is smaller is explored at once
    ATTEMPT_SHARE = 40,         // an attempt takes so many times the steps taken so far, at most
    FIRST_ATTEMPT_STEPS = 4000, // before anything is known of how trees grow
};

// How large the next tree will be, if trees go on growing like this.
static uint64_t expect_steps(uint64_t before, uint64_t now)
{
    uint64_t growth = before ? now / before : now / 4;
    return growth && now > UINT64_MAX / growth ? UINT64_MAX : now * growth;
}

static void explore_bound(TreeSearch *search, uint64_t bound)
{
    search->bounds.switches = bound;
    search->findings->statistics.interleavings = search->findings->statistics.failed = 0;
    tree_explore(search);
}

// Looks into the tree of the bound itself, for errors that many interleavings have. Whether that is the end of the
// search.
static bool look_ahead(TreeSearch *search, uint64_t bound, uint64_t steps)
{
    uint64_t limit = search->bounds.step_limit, smaller = search->bounds.switches;
    search->bounds.step_limit = search->bounds.steps + steps;
    search->bounds.looking = true;
    explore_bound(search, bound);
    search->bounds.looking = false;
    bool given_up = search->bounds.steps > search->bounds.step_limit && !search->findings->counterexamples.count &&
                    limits_exceeded(search->task->limits) == LIMIT_NONE;
    search->bounds.step_limit = limit;
    if (!given_up)
        return true;
    search->bounds.switches = smaller;
    search->stopped = false;
    return false;
}

// The next tree will be large: whether there is a way round it.
static bool find_way_round(TreeSearch *search, uint64_t bound, uint64_t steps)
{
    if (!search->task->options->all && search->policy->remembers && look_ahead(search, bound, steps / 4))
        return true;
    return !search->task->options->no_dpor && tree_decide_unbounded(search, steps);
}

void tree_deepen(TreeSearch *search)
{
    uint64_t bound = search->bounds.switches, before = 0, now = 0, attempted = 0;
    // Without memory it is all done again.
    search->bounds.switches = search->policy->remembers || !search->task->options->all ? 0 : bound;
    for (;; search->bounds.switches++) {
        uint64_t started = search->bounds.steps;
        explore_bound(search, search->bounds.switches);
        before = now;
        now = search->bounds.steps - started;
        // What has been executed is there, whatever the formula says of the rest.
        bool violated = search->policy->records && search->findings->statistics.failed && !search->task->options->all;
        if (search->stopped || !search->findings->coverage.cut_switches || search->bounds.switches == bound || violated)
            return;
        uint64_t expected = expect_steps(before, now),
                 most = before ? ATTEMPT_SHARE * search->bounds.steps : FIRST_ATTEMPT_STEPS;
        if (search->findings->counterexamples.count || expected < ATTEMPT_STEPS || expected / 4 < attempted)
            continue;
        attempted = expected < most ? expected : most;
        if (find_way_round(search, bound, attempted))
            return;
    }
}
