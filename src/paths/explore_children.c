// The items that a run leaves to explore.
#include "paths/explore_state.h"

void explore_label_child(const Search *search, const Turn *turn, Child *child)
{
    if (!search->explorer->describe)
        return;
    text_format(&child->label, "%sthread %u: not ", child->label.length ? ", " : "", turn->thread);
    path_describe_decision(search->concurrent, turn->decision, turn->decision->value, &child->label);
}

void explore_refute_child(Search *search, const Turn *turn)
{
    const ThreadPath *path = &search->path.threads.data[turn->thread];
    vector_push(&search->out->beginning.ways.data[turn->thread].firm,
                (uint32_t)(turn->decision - path->decisions.data));
    if (!search->explorer->describe)
        return;
    Child child = {.exists = false};
    explore_label_child(search, turn, &child);
    vector_push(&search->out->children, child);
}

void explore_make_guide(Search *search, const Turn *turn, Guide *guide)
{
    const Decision *decision = turn->decision;
    const TraceEvent *recorded = &search->concurrent->trace->events.data[decision->trace];
    uint32_t outcome = decision->kind == DECISION_OUTCOME ? !decision->value : ANY_OUTCOME;
    bool wakes = decision->kind == DECISION_OUTCOME ? recorded->kind == EVENT_wake && outcome
                                                    : recorded->pending == EVENT_wake && !recorded->conditional;
    EventList execution = {0};
    encoding_read_execution(search->encoding, &execution);
    Predicted predicted = {.concurrent = search->concurrent,
                           .execution = &execution,
                           .encoding = search->encoding,
                           .last = NO_THREAD,
                           .wakes = wakes && decision->kind != DECISION_CONDITION ? turn->thread + 1 : 0};
    prediction_make_guide(&predicted, guide);
    if (decision->kind != DECISION_CONDITION) {
        vector_push(&guide->events, (GuideEvent){turn->thread, recorded->index, NO_THREAD, outcome});
    }
    vector_free(&execution);
}

void explore_add_child(Search *search, const Turn *turn, uint64_t value, const LevelList *levels, Guide *guide)
{
    Child child = {.exists = true};
    child.item.guide = *guide;
    *guide = (Guide){0};
    explore_label_child(search, turn, &child);
    for (uint32_t i = 0; i < levels->count; i++) {
        const ThreadPath *path = &search->path.threads.data[i];
        vector_push(&child.item.beginning.ways,
                    i == turn->thread ? way_turn(path, turn->decision, value) : way_begin(path, levels->data[i]));
    }
    vector_push(&search->out->children, child);
}

void explore_add_again(Search *search)
{
    Child child = {.exists = true};
    work_item_copy(search->item, &child.item);
    child.item.again = true;
    if (search->explorer->describe)
        text_append(&child.label, "further");
    vector_push(&search->out->children, child);
}
