#include "abstract/state.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void copy_ids(IdList *ids, const IdList *from)
{
    vector_resize(ids, from->count);
    if (from->count)
        memcpy(ids->data, from->data, from->count * sizeof *ids->data);
}

void state_assign(State *state, const State *from)
{
    State kept = *state;
    *state = *from;
    state->existing = kept.existing;
    state->gone = kept.gone;
    state->registers.data = kept.registers.data;
    state->registers.count = kept.registers.count;
    state->registers.capacity = kept.registers.capacity;
    state->memory = kept.memory;
    state->equations = kept.equations;
    state->sums = kept.sums;
    copy_ids(&state->existing, &from->existing);
    copy_ids(&state->gone, &from->gone);
    vector_resize(&state->registers, from->registers.count);
    if (from->registers.count)
        memcpy(state->registers.data, from->registers.data, from->registers.count * sizeof(ValueId));
    content_copy(&state->memory, &from->memory);
    equations_copy(&state->equations, &from->equations);
    copy_ids(&state->sums, &from->sums);
}

State *state_copy(const State *state)
{
    State *copy = memory_allocate_zeroed(sizeof *copy);
    state_assign(copy, state);
    return copy;
}

void state_free(State *state)
{
    if (!state)
        return;
    vector_free(&state->existing);
    vector_free(&state->gone);
    vector_free(&state->registers);
    content_free(&state->memory);
    equations_free(&state->equations);
    vector_free(&state->sums);
    free(state);
}

static uint32_t find_id(const IdList *ids, uint32_t id)
{
    uint32_t low = 0, high = ids->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (ids->data[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool ids_contain(const IdList *ids, uint32_t id)
{
    uint32_t place = find_id(ids, id);
    return place < ids->count && ids->data[place] == id;
}

bool ids_add(IdList *ids, uint32_t id)
{
    uint32_t place = find_id(ids, id);
    if (place < ids->count && ids->data[place] == id)
        return false;
    vector_push(ids, id);
    memmove(&ids->data[place + 1], &ids->data[place], (ids->count - 1 - place) * sizeof id);
    ids->data[place] = id;
    return true;
}

void ids_remove(IdList *ids, uint32_t id)
{
    uint32_t place = find_id(ids, id);
    if (place == ids->count || ids->data[place] != id)
        return;
    memmove(&ids->data[place], &ids->data[place + 1], (ids->count - 1 - place) * sizeof id);
    ids->count--;
}
