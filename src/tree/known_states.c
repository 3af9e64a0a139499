#include "tree/known_states.h"

// There can be more runs than fit. What counts them one by one beside this has room above the limit.
uint64_t known_states_add_up(uint64_t left, uint64_t right)
{
    if (left >= KNOWN_COUNT_LIMIT)
        return left;
    uint64_t sum = left + right;
    return sum < KNOWN_COUNT_LIMIT ? sum : KNOWN_COUNT_LIMIT;
}

static const KnownState *find_state(const KnownStates *known, const uint64_t key[2])
{
    const uint64_t *number = map_find(&known->numbers, key[0]);
    const KnownState *state = number && *number ? &known->states.data[*number - 1] : NULL;
    if (state && state->key == key[1])
        return state;
    uint32_t length;
    return known->shared ? shared_store_find(known->shared, key, &length) : NULL;
}

bool known_states_meet(KnownStates *known, KnownNode *node, KnownCounts *counts)
{
    node->before = *counts;
    const KnownState *state = find_state(known, node->key);
    if (!state)
        return false;
    counts->ended = known_states_add_up(counts->ended, state->found.ended);
    counts->failed = known_states_add_up(counts->failed, state->found.failed);
    counts->cuts += state->found.cuts;
    known->met_label = state->label;
    return true;
}

void known_states_add(KnownStates *known, const KnownNode *node, const KnownCounts *counts, bool share)
{
    KnownState state = {.key = node->key[1], .label = node->label};
    state.found = (KnownCounts){.ended = counts->ended - node->before.ended,
                                .failed = counts->failed - node->before.failed,
                                .cuts = counts->cuts > node->before.cuts};
    if (known->shared && share && shared_store_put(known->shared, node->key, &state, sizeof state))
        return;
    vector_push(&known->states, state);
    *map_insert(&known->numbers, node->key[0]) = known->states.count;
}

void known_states_free(KnownStates *known)
{
    map_free(&known->numbers);
    vector_free(&known->states);
    shared_store_free(known->shared);
}
