// The items that a run leaves to explore.
#include "engine/explore_state.h"

void explore_label_child(const Search *search, uint32_t thread, const Decision *decision, Child *child)
{
    if (!search->explorer->describe)
        return;
    text_format(&child->label, "thread %u: not ", thread);
    path_describe_decision(search->model, decision, decision->value, &child->label);
}

void explore_refute_child(Search *search, uint32_t thread, const Decision *decision)
{
    if (!search->explorer->describe)
        return;
    Child child = {.exists = false};
    explore_label_child(search, thread, decision, &child);
    vector_push(&search->out->children, child);
}

void explore_make_guide(Search *search, uint32_t thread, const Decision *decision, Guide *guide)
{
    EventList execution = {0};
    encoding_read_execution(search->encoding, &execution);
    Predicted predicted = {
        .model = search->model, .execution = &execution, .encoding = search->encoding, .last = UINT32_MAX};
    prediction_make_guide(&predicted, guide);
    if (decision->kind != DECISION_CONDITION) {
        const TraceEvent *recorded = &search->model->trace->events.data[decision->trace];
        uint32_t outcome = decision->kind == DECISION_OUTCOME ? !decision->value : UINT32_MAX;
        vector_push(&guide->events, (GuideEvent){thread, recorded->index, UINT32_MAX, outcome});
    }
    vector_free(&execution);
}

void explore_begin_child(Search *search, Child *child)
{
    *child = (Child){.exists = true};
    child->item.share_everything = search->item->share_everything;
    child->item.turned = UINT32_MAX;
}

// Fixes the way of a thread up to the decision, which it takes otherwise.
void explore_leave_path(const Search *search, Region *region, uint32_t thread, const Decision *decision)
{
    const ThreadPath *path = &search->path.threads.data[thread];
    ThreadRegion *of_thread = &region->threads.data[thread];
    of_thread->fixed.count = 0;
    for (uint32_t i = 0; &path->decisions.data[i] < decision; i++)
        vector_push(&of_thread->fixed, (FixedDecision){path->decisions.data[i].point, path->decisions.data[i].value});
    of_thread->bounded = true;
    of_thread->boundary = decision->point;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < region->constraints.count; i++) {
        PathConstraint constraint = region->constraints.data[i];
        int place = path_point_compare(constraint.point, decision->point);
        // Before the boundary it is settled; behind it, on the way that is left, it says nothing any more.
        bool moot =
            constraint.thread == thread && (place < 0 || (place == 0 && !constraint.excluded) ||
                                            (place > 0 && constraint.prefix == path_prefix(path, constraint.point)));
        if (!moot)
            region->constraints.data[kept++] = constraint;
    }
    region->constraints.count = kept;
    vector_push(&region->constraints,
                (PathConstraint){thread, decision->point, decision->prefix, decision->value, true});
}

// The region in which the thread decides otherwise, and threads of the children before stay on the path of the run.
void explore_add_child(Search *search, const Turn *turn, uint32_t level, const Region *so_far,
                       const ProfileList *profiles)
{
    Child child;
    explore_begin_child(search, &child);
    child.item.turned = turn->thread;
    child.item.level = level + !turn->unexpected;
    explore_label_child(search, turn->thread, turn->decision, &child);
    explore_make_guide(search, turn->thread, turn->decision, &child.item.guide);
    region_copy(so_far, &child.item.region);
    profiles_copy(profiles, &child.item.profiles);
    if (!turn->back)
        explore_leave_path(search, &child.item.region, turn->thread, turn->decision);
    vector_push(&search->out->children, child);
}

// The way of the thread is known to its end.
void explore_fix_path(const Search *search, Region *region, uint32_t thread)
{
    const ThreadPath *path = &search->path.threads.data[thread];
    for (uint32_t i = 0; i < path->decisions.count; i++)
        vector_push(&region->threads.data[thread].fixed,
                    (FixedDecision){path->decisions.data[i].point, path->decisions.data[i].value});
}
