#include "tree/touched_steps.h"

#include "base/fail.h"

enum { CELL_BITS = 3, WIDE_LIST = 0 };

static uint64_t first_cell(const Touch *touch)
{
    return touch->address >> CELL_BITS;
}

static uint64_t count_cells(const Touch *touch)
{
    return touch->size ? ((touch->address + touch->size - 1) >> CELL_BITS) - first_cell(touch) + 1 : 0;
}

static uint32_t make_list(TouchedSteps *touched)
{
    vector_push(&touched->lists, (StepNumbers){0});
    return touched->lists.count - 1;
}

static void add_to_list(TouchedSteps *touched, uint32_t list)
{
    StepNumbers *numbers = &touched->lists.data[list];
    if (numbers->count && vector_last(numbers) == touched->count)
        return;
    vector_push(numbers, touched->count);
    vector_push(&touched->additions, list);
}

static void add_to_cell(TouchedSteps *touched, uint64_t cell)
{
    uint64_t *list = map_insert(&touched->cells, cell);
    if (!*list)
        *list = make_list(touched) + 1;
    add_to_list(touched, (uint32_t)*list - 1);
}

void touched_steps_add(TouchedSteps *touched, uint32_t number, const Footprint *footprint)
{
    CHECK(number == touched->count + 1);
    if (!touched->lists.count)
        make_list(touched);
    touched->count++;
    for (uint32_t i = 0; i < footprint->touches.count; i++) {
        const Touch *touch = &footprint->touches.data[i];
        uint64_t cells = count_cells(touch);
        if (cells > TOUCHED_CELLS)
            add_to_list(touched, WIDE_LIST);
        for (uint64_t j = 0; j < cells && cells <= TOUCHED_CELLS; j++)
            add_to_cell(touched, first_cell(touch) + j);
    }
}

void touched_steps_cut(TouchedSteps *touched, uint32_t count)
{
    while (touched->additions.count) {
        StepNumbers *numbers = &touched->lists.data[vector_last(&touched->additions)];
        if (vector_last(numbers) <= count)
            break;
        vector_drop(numbers);
        vector_drop(&touched->additions);
    }
    if (touched->count > count)
        touched->count = count;
}

void touched_steps_free(TouchedSteps *touched)
{
    map_free(&touched->cells);
    for (uint32_t i = 0; i < touched->lists.count; i++)
        vector_free(&touched->lists.data[i]);
    vector_free(&touched->lists);
    vector_free(&touched->additions);
}

static void add_to_walk(const TouchedSteps *touched, TouchedWalk *walk, uint32_t list, uint32_t count)
{
    const StepNumbers *numbers = &touched->lists.data[list];
    uint32_t left = numbers->count;
    while (left && numbers->data[left - 1] > count)
        left--;
    walk->lists[walk->count] = numbers;
    walk->left[walk->count++] = left;
}

void touched_steps_begin(const TouchedSteps *touched, const Touch *touch, uint32_t count, TouchedWalk *walk)
{
    uint64_t cells = count_cells(touch);
    CHECK(count <= touched->count);
    *walk = (TouchedWalk){.everything = cells > TOUCHED_CELLS, .next = count};
    if (walk->everything || !touched->lists.count)
        return;
    add_to_walk(touched, walk, WIDE_LIST, count);
    for (uint64_t i = 0; i < cells; i++) {
        const uint64_t *list = map_find(&touched->cells, first_cell(touch) + i);
        if (list && *list)
            add_to_walk(touched, walk, (uint32_t)*list - 1, count);
    }
}

uint32_t touched_steps_next(TouchedWalk *walk)
{
    if (walk->everything)
        return walk->next ? walk->next-- : 0;
    uint32_t last = 0;
    for (uint32_t i = 0; i < walk->count; i++)
        if (walk->left[i] && walk->lists[i]->data[walk->left[i] - 1] > last)
            last = walk->lists[i]->data[walk->left[i] - 1];
    for (uint32_t i = 0; i < walk->count; i++)
        walk->left[i] -= last && walk->left[i] && walk->lists[i]->data[walk->left[i] - 1] == last;
    return last;
}
