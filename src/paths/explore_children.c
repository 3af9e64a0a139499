// The children of an item in the path tree: new items, and negations that were refuted.
#include "paths/item_exploration.h"

void explore_label_child(const ItemExploration *exploration, const Negation *negation, Child *child)
{
    if (!exploration->explorer->describe)
        return;
    text_append(&child->label, child->label.length ? ", " : "");
    if (negation->thread)
        text_format(&child->label, "thread %u: not ", negation->thread);
    else
        text_append(&child->label, "main: not ");
    path_describe_decision(exploration->concurrent, negation->decision, negation->decision->value, &child->label);
}

void explore_refute_child(ItemExploration *exploration, const Negation *negation)
{
    const ThreadPath *path = &exploration->path.threads.data[negation->thread];
    vector_push(&exploration->out->prefix.threads.data[negation->thread].firm,
                (uint32_t)(negation->decision - path->decisions.data));
    if (!exploration->explorer->describe)
        return;
    Child child = {.reachable = false};
    explore_label_child(exploration, negation, &child);
    vector_push(&exploration->out->children, child);
}

void explore_make_guide(ItemExploration *exploration, const Negation *negation, Guide *guide)
{
    const Decision *decision = negation->decision;
    const TraceEvent *recorded = &exploration->concurrent->trace->events.data[decision->trace];
    uint32_t outcome = decision->kind == DECISION_OUTCOME ? !decision->value : ANY_OUTCOME;
    bool wakes = decision->kind == DECISION_OUTCOME ? recorded->kind == EVENT_wake && outcome
                                                    : recorded->pending == EVENT_wake && !recorded->conditional;
    EventList execution = {0};
    encoding_read_execution(exploration->encoding, &execution);
    Predicted predicted = {.concurrent = exploration->concurrent,
                           .execution = &execution,
                           .encoding = exploration->encoding,
                           .last = NO_THREAD,
                           .wakes = wakes && decision->kind != DECISION_CONDITION ? negation->thread + 1 : 0};
    prediction_make_guide(&predicted, guide);
    // The others first show what they do: whoever is cut off may stand before what would be a violation.
    if (decision->kind == DECISION_RELEASE && recorded->pending == EVENT_process_exit)
        guide->last = negation->thread;
    else if (decision->kind != DECISION_CONDITION)
        vector_push(&guide->events, (GuideEvent){negation->thread, recorded->index, NO_THREAD, outcome});
    vector_free(&execution);
}

void explore_add_child(ItemExploration *exploration, const Negation *negation, uint64_t value,
                       const ProgressList *progress, Guide *guide)
{
    Child child = {.reachable = true};
    child.item.approximate = exploration->concurrent->approximate;
    child.item.guide = *guide;
    *guide = (Guide){0};
    explore_label_child(exploration, negation, &child);
    for (uint32_t i = 0; i < progress->count; i++) {
        const ThreadPath *path = &exploration->path.threads.data[i];
        vector_push(&child.item.prefix.threads, i == negation->thread
                                                    ? thread_prefix_negating(path, negation->decision, value)
                                                    : thread_prefix_up_to(path, progress->data[i]));
    }
    vector_push(&exploration->out->children, child);
}

void explore_add_again(ItemExploration *exploration)
{
    Child child = {.reachable = true};
    work_item_copy(exploration->item, &child.item);
    child.item.again = true;
    if (exploration->explorer->describe)
        text_append(&child.label, "further");
    vector_push(&exploration->out->children, child);
}
