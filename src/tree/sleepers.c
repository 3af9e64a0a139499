#include "tree/sleepers.h"

static void add_sleeper(SleeperList *sleepers, const Sleeper *sleeper)
{
    Sleeper copy = {.thread = sleeper->thread, .rests = sleeper->rests};
    footprint_add(&copy.footprint, &sleeper->footprint);
    vector_push(sleepers, copy);
}

bool choice_stands_still(const TreeChoice *choice)
{
    return choice->still == choice->alternatives;
}

// If the run goes on after a step that changed nothing, all who rest are awake: somebody has to find out that nobody
// can go on.
void sleepers_inherit(SleeperList *sleepers, const SleeperList *before, const TreeNode *parent)
{
    bool nobody = choice_stands_still(&parent->choices.data[parent->step.taken]);
    for (uint32_t i = 0; i < before->count; i++) {
        const Sleeper *sleeper = &before->data[i];
        if (!(sleeper->rests && nobody) && !footprint_wakes(&sleeper->footprint, &parent->step.footprint))
            add_sleeper(sleepers, sleeper);
    }
    for (uint32_t i = 0; i < parent->choices.count; i++) {
        const TreeChoice *choice = &parent->choices.data[i];
        Sleeper sleeper = {
            .thread = choice->thread, .rests = choice_stands_still(choice), .footprint = choice->footprint};
        bool done =
            i != parent->step.taken && choice->wanted && !choice->asleep && choice->next == choice->alternatives;
        if (done && !(sleeper.rests && nobody) && !footprint_wakes(&choice->footprint, &parent->step.footprint))
            add_sleeper(sleepers, &sleeper);
    }
}

void sleepers_mark(const SleeperList *sleepers, TreeNode *node)
{
    for (uint32_t i = 0; i < node->choices.count; i++)
        for (uint32_t j = 0; j < sleepers->count; j++)
            if (sleepers->data[j].thread == node->choices.data[i].thread) {
                node->choices.data[i].asleep = true;
                node->choices.data[i].rests = sleepers->data[j].rests;
            }
}

static void wake(SleeperList *sleepers, TreeChoice *choice)
{
    choice->asleep = choice->rests = false;
    for (uint32_t i = sleepers->count; i-- > 0;)
        if (sleepers->data[i].thread == choice->thread) {
            footprint_free(&sleepers->data[i].footprint);
            sleepers->data[i] = vector_last(sleepers);
            vector_drop(sleepers);
        }
}

// If all who could go on rest, they wait for ever.
void sleepers_wake_if_all_rest(SleeperList *sleepers, TreeNode *node)
{
    for (uint32_t i = 0; i < node->choices.count; i++)
        if (!node->choices.data[i].rests)
            return;
    for (uint32_t i = 0; i < node->choices.count; i++)
        wake(sleepers, &node->choices.data[i]);
}

void sleepers_free(SleeperList *sleepers)
{
    for (uint32_t i = 0; i < sleepers->count; i++)
        footprint_free(&sleepers->data[i].footprint);
    vector_free(sleepers);
}
