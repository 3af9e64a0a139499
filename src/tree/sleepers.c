#include "tree/sleepers.h"

static DporNode *data_of(const TreeNode *node)
{
    return node->data;
}

static void add_sleeper(DporNode *data, const Sleeper *sleeper)
{
    Sleeper copy = {.thread = sleeper->thread, .rests = sleeper->rests};
    footprint_add(&copy.footprint, &sleeper->footprint);
    vector_push(&data->sleepers, copy);
}

bool choice_stands_still(const TreeChoice *choice)
{
    return choice->still == choice->alternatives;
}

// If the run goes on after a step that changed nothing, all who rest are awake: somebody has to find out that nobody
// can go on.
void sleepers_inherit(DporNode *data, const TreeNode *parent)
{
    const DporNode *from = data_of(parent);
    bool nobody = choice_stands_still(&parent->choices.data[parent->step.taken]);
    for (uint32_t i = 0; i < from->sleepers.count; i++) {
        const Sleeper *sleeper = &from->sleepers.data[i];
        if (!(sleeper->rests && nobody) && !footprint_wakes(&sleeper->footprint, &parent->step.footprint))
            add_sleeper(data, sleeper);
    }
    for (uint32_t i = 0; i < parent->choices.count; i++) {
        const TreeChoice *choice = &parent->choices.data[i];
        Sleeper sleeper = {
            .thread = choice->thread, .rests = choice_stands_still(choice), .footprint = choice->footprint};
        bool done =
            i != parent->step.taken && choice->wanted && !choice->asleep && choice->next == choice->alternatives;
        if (done && !(sleeper.rests && nobody) && !footprint_wakes(&choice->footprint, &parent->step.footprint))
            add_sleeper(data, &sleeper);
    }
}

void sleepers_mark(TreeNode *node)
{
    const DporNode *data = data_of(node);
    for (uint32_t i = 0; i < node->choices.count; i++)
        for (uint32_t j = 0; j < data->sleepers.count; j++)
            if (data->sleepers.data[j].thread == node->choices.data[i].thread) {
                node->choices.data[i].asleep = true;
                node->choices.data[i].rests = data->sleepers.data[j].rests;
            }
}

static void wake(TreeNode *node, uint32_t index)
{
    DporNode *data = data_of(node);
    TreeChoice *choice = &node->choices.data[index];
    choice->asleep = choice->rests = false;
    for (uint32_t i = data->sleepers.count; i-- > 0;)
        if (data->sleepers.data[i].thread == choice->thread) {
            footprint_free(&data->sleepers.data[i].footprint);
            data->sleepers.data[i] = vector_last(&data->sleepers);
            vector_drop(&data->sleepers);
        }
}

// If all who could go on rest, they wait for ever.
void sleepers_wake_if_all_rest(TreeNode *node)
{
    for (uint32_t i = 0; i < node->choices.count; i++)
        if (!node->choices.data[i].rests)
            return;
    for (uint32_t i = 0; i < node->choices.count; i++)
        wake(node, i);
}
