#include "tree/sleepers.h"

// Unless the step wakes it up.
static void add_sleeper(SleeperList *sleepers, const Sleeper *sleeper, const TreeStep *step)
{
    Sleeper copy = *sleeper;
    Waking waking = footprint_wakes(&sleeper->footprint, &step->footprint);
    if (waking == WAKING_WHOLLY || (waking == WAKING_TO_READ && sleeper->several))
        return;
    copy.footprint = (Footprint){0};
    copy.renewed |= waking == WAKING_TO_READ;
    footprint_add(&copy.footprint, &sleeper->footprint);
    vector_push(sleepers, copy);
}

bool choice_stands_still(const TreeChoice *choice)
{
    return choice->still == choice->alternatives;
}

static bool is_done(const TreeNode *node, const TreeChoice *choice)
{
    return choice != &node->choices.data[node->step.taken] && choice->wanted && !choice->asleep &&
           choice->next == choice->alternatives;
}

static const TreeChoice *find_choice(const TreeNode *node, uint32_t thread)
{
    for (uint32_t i = 0; i < node->choices.count; i++)
        if (node->choices.data[i].thread == thread)
            return &node->choices.data[i];
    return NULL;
}

// If the run goes on after a step that changed nothing, all who rest are awake: somebody has to find out that nobody
// can go on. One who was half awake may have been taken, or tried.
void sleepers_inherit(SleeperList *sleepers, const SleeperList *before, const TreeNode *parent)
{
    const TreeStep *step = &parent->step;
    bool nobody = choice_stands_still(&parent->choices.data[step->taken]);
    for (uint32_t i = 0; i < before->count; i++) {
        const Sleeper *sleeper = &before->data[i];
        const TreeChoice *choice = find_choice(parent, sleeper->thread);
        bool over = sleeper->thread == step->choice.thread || (choice && is_done(parent, choice));
        if (!over && !(sleeper->rests && nobody))
            add_sleeper(sleepers, sleeper, step);
    }
    for (uint32_t i = 0; i < parent->choices.count; i++) {
        const TreeChoice *choice = &parent->choices.data[i];
        Sleeper sleeper = {.thread = choice->thread,
                           .rests = choice_stands_still(choice),
                           .writes = machine_write_count(parent->machine),
                           .several = choice->several,
                           .footprint = choice->footprint};
        if (is_done(parent, choice) && !(sleeper.rests && nobody))
            add_sleeper(sleepers, &sleeper, step);
    }
}

static bool has_something_new(const TreeNode *node, const TreeChoice *choice, uint32_t writes)
{
    for (uint32_t i = 0; i < choice->alternatives; i++)
        if (machine_choice_reads_since(node->machine, (Choice){choice->thread, i}, writes))
            return true;
    return false;
}

void sleepers_mark(const SleeperList *sleepers, TreeNode *node)
{
    for (uint32_t i = 0; i < node->choices.count; i++)
        for (uint32_t j = 0; j < sleepers->count; j++) {
            TreeChoice *choice = &node->choices.data[i];
            const Sleeper *sleeper = &sleepers->data[j];
            if (sleeper->thread != choice->thread)
                continue;
            choice->renewed = sleeper->renewed;
            choice->writes = sleeper->writes;
            choice->asleep = !sleeper->renewed || !has_something_new(node, choice, sleeper->writes);
            choice->rests = sleeper->rests;
        }
}

static void wake(SleeperList *sleepers, TreeChoice *choice)
{
    choice->asleep = choice->rests = choice->renewed = false;
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
