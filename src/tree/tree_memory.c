// States that were explored before, and searches with a growing bound on context switches, which have many of them in
// common.
#include "tree/tree_state.h"

// The state, how it may go on, and the conditions under which it was reached.
static void compute_memory_key(const TreeSearch *search, TreeNode *node, const TreeNode *from)
{
    uint64_t conditions = 0;
    for (uint32_t i = 0; i < search->conditions.count; i++)
        conditions += hash_mix(search->conditions.data[i].term);
    if (search->policy->records)
        conditions = hash_mix(conditions ^ search->path.count);
    machine_fingerprint(node->machine, node->memory);
    for (uint32_t i = 0; i < 2; i++) {
        node->memory[i] = hash_mix(node->memory[i] ^ conditions);
        if (search->bounded) {
            node->memory[i] =
                hash_mix(node->memory[i] ^ ((uint64_t)(search->bound - node->switches) << 32 | node->last_thread));
            node->memory[i] = hash_mix(node->memory[i] ^ (from ? machine_thread_count(from->machine) : 0));
        }
    }
}

// Whether the state is known, with all that can follow. Then this is counted.
bool tree_recall(TreeSearch *search, TreeNode *node, const TreeNode *from)
{
    node->ended_before = search->findings->statistics.interleavings;
    node->failed_before = search->findings->statistics.failed;
    node->cuts_before = search->cuts;
    if (!search->policy->remembers)
        return false;
    compute_memory_key(search, node, from);
    const uint64_t *known = map_find(&search->remembered, node->memory[0]);
    const TreeMemory *memory = known && *known ? &search->memories.data[*known - 1] : NULL;
    if (!memory || memory->key != node->memory[1])
        return false;
    search->findings->statistics.interleavings += memory->ended;
    search->findings->statistics.failed += memory->failed;
    search->cuts += memory->cut;
    search->known_recorded = memory->recorded;
    return true;
}

void tree_remember(TreeSearch *search, const TreeNode *node)
{
    if (!search->policy->remembers || search->stopped)
        return;
    const Statistics *statistics = &search->findings->statistics;
    vector_push(&search->memories, (TreeMemory){.key = node->memory[1],
                                                .ended = statistics->interleavings - node->ended_before,
                                                .failed = statistics->failed - node->failed_before,
                                                .cut = search->cuts > node->cuts_before,
                                                .recorded = node->recorded});
    *map_insert(&search->remembered, node->memory[0]) = search->memories.count;
}

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
    search->bound = bound;
    search->findings->statistics.interleavings = search->findings->statistics.failed = 0;
    tree_explore(search);
}

// Looks into the tree of the bound itself, for errors that many interleavings have. Whether that is the end of the
// search.
static bool look_ahead(TreeSearch *search, uint64_t bound, uint64_t steps)
{
    uint64_t limit = search->step_limit, smaller = search->bound;
    search->step_limit = search->steps + steps;
    search->looking = true;
    explore_bound(search, bound);
    search->looking = false;
    bool given_up = search->steps > search->step_limit && !search->findings->counterexamples.count &&
                    limits_exceeded(search->task->limits) == LIMIT_NONE;
    search->step_limit = limit;
    if (!given_up)
        return true;
    search->bound = smaller;
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
    uint64_t bound = search->bound, before = 0, now = 0, attempted = 0;
    // Without memory it is all done again.
    search->bound = search->policy->remembers || !search->task->options->all ? 0 : bound;
    for (;; search->bound++) {
        uint64_t started = search->steps;
        explore_bound(search, search->bound);
        before = now;
        now = search->steps - started;
        // What has been executed is there, whatever the formula says of the rest.
        bool violated = search->policy->records && search->findings->statistics.failed && !search->task->options->all;
        if (search->stopped || !search->findings->coverage.cut_switches || search->bound == bound || violated)
            return;
        uint64_t expected = expect_steps(before, now),
                 most = before ? ATTEMPT_SHARE * search->steps : FIRST_ATTEMPT_STEPS;
        if (search->findings->counterexamples.count || expected < ATTEMPT_STEPS || expected / 4 < attempted)
            continue;
        attempted = expected < most ? expected : most;
        if (find_way_round(search, bound, attempted))
            return;
    }
}
