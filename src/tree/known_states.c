#include "tree/known_states.h"

// There can be more runs than fit. What counts them one by one beside this has room above the limit.
static uint64_t add_up(uint64_t left, uint64_t right)
{
    if (left >= KNOWN_COUNT_LIMIT)
        return left;
    uint64_t sum = left + right;
    return sum < KNOWN_COUNT_LIMIT ? sum : KNOWN_COUNT_LIMIT;
}

bool known_states_meet(KnownStates *known, KnownNode *node, KnownCounts *counts)
{
    node->before = *counts;
    const uint64_t *number = map_find(&known->numbers, node->key[0]);
    const KnownState *state = number && *number ? &known->states.data[*number - 1] : NULL;
    if (!state || state->key != node->key[1])
        return false;
    counts->ended = add_up(counts->ended, state->found.ended);
    counts->failed = add_up(counts->failed, state->found.failed);
    counts->cuts += state->found.cuts;
    known->met_label = state->label;
    return true;
}

void known_states_add(KnownStates *known, const KnownNode *node, const KnownCounts *counts)
{
    KnownState state = {.key = node->key[1], .label = node->label};
    state.found = (KnownCounts){.ended = counts->ended - node->before.ended,
                                .failed = counts->failed - node->before.failed,
                                .cuts = counts->cuts > node->before.cuts};
    vector_push(&known->states, state);
    *map_insert(&known->numbers, node->key[0]) = known->states.count;
}

void known_states_free(KnownStates *known)
{
    map_free(&known->numbers);
    vector_free(&known->states);
}
