// How the run of an item stands to its region.
#include "engine/explore_state.h"

uint32_t explore_id_of(const Search *search, uint32_t name)
{
    return name < search->run.followed.ids.count ? search->run.followed.ids.data[name] : UINT32_MAX;
}

// Whether the constraint says something about this decision of the run.
bool explore_concerns(const PathConstraint *constraint, uint32_t thread, const Decision *decision)
{
    return constraint->thread == thread && !path_point_compare(constraint->point, decision->point) &&
           constraint->prefix == decision->prefix;
}

static Standing judge_bounded(const Search *search, uint32_t id, const Decision *decision)
{
    const ThreadRegion *thread = &search->region.threads.data[id];
    int place = thread->bounded ? path_point_compare(decision->point, thread->boundary) : 1;
    if (place < 0)
        return STANDS_WRONG;
    for (uint32_t i = 0; !place && i < search->region.constraints.count; i++) {
        const PathConstraint *constraint = &search->region.constraints.data[i];
        if (constraint->excluded && explore_concerns(constraint, id, decision) && constraint->value == decision->value)
            return STANDS_WRONG;
    }
    return STANDS_OPEN;
}

// Calls for each decision of a thread in order: `fixed` counts those that are as the region says, and is 0 at first.
Standing explore_judge(const Search *search, uint32_t id, const Decision *decision, uint32_t *fixed)
{
    const ThreadRegion *thread = &search->region.threads.data[id];
    if (*fixed > thread->fixed.count)
        return STANDS_BEHIND;
    Standing standing;
    if (*fixed == thread->fixed.count) {
        standing = judge_bounded(search, id, decision);
    } else {
        const FixedDecision *expected = &thread->fixed.data[*fixed];
        bool same = !path_point_compare(decision->point, expected->point) && decision->value == expected->value;
        standing = same ? STANDS_FIXED : STANDS_WRONG;
        *fixed += same;
    }
    if (standing == STANDS_WRONG)
        *fixed = UINT32_MAX;
    return standing;
}

// How far the thread kept to the region: the fixed decisions it took, and 1 if it went on behind the boundary as it should.
uint32_t explore_find_level(const Search *search, uint32_t id)
{
    const ThreadPath *path = &search->path.threads.data[id];
    const ThreadRegion *region = &search->region.threads.data[id];
    uint32_t fixed = 0, level = 0;
    for (uint32_t i = 0; i < path->decisions.count; i++) {
        Standing standing = explore_judge(search, id, &path->decisions.data[i], &fixed);
        if (standing == STANDS_WRONG)
            return level;
        level = fixed;
    }
    return level + (region->bounded && level == region->fixed.count);
}
