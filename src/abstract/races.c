// Two accesses to the same bytes, by threads that may run at the same time, of which at least one writes, not both
// atomic, without a lock that both hold and one of them alone.
#include "abstract/interpretation.h"

static bool is_ancestor(const Interpretation *all, uint32_t threads, uint32_t other)
{
    while (other != MAIN_CLASS) {
        other = all->classes.data[other].creator;
        if (other == threads)
            return true;
    }
    return false;
}

// Who is beside the creator of a thread when that is created is beside the thread, too.
static ClassSet all_beside(const Interpretation *all, uint32_t threads)
{
    ClassSet beside = all->classes.data[threads].beside;
    for (; threads != MAIN_CLASS; threads = all->classes.data[threads].creator)
        beside |= all->classes.data[threads].beside;
    return beside;
}

static bool may_run_together(const Interpretation *all, const Access *left, const Access *right)
{
    uint32_t a = left->threads, b = right->threads;
    if (a == b)
        return all->classes.data[a].many;
    if (is_ancestor(all, a, b) && !all->classes.data[a].many)
        return left->running & SET_BIT(b);
    if (is_ancestor(all, b, a) && !all->classes.data[b].many)
        return right->running & SET_BIT(a);
    if (is_ancestor(all, a, b) || is_ancestor(all, b, a))
        return true;
    // One of them, or a creator of it, was there when the other one was created.
    return (all_beside(all, a) & SET_BIT(b)) || (all_beside(all, b) & SET_BIT(a));
}

static bool may_race(const Interpretation *all, const Access *left, const Access *right)
{
    bool touch = left->zone == right->zone && left->low <= right->high && right->low <= left->high;
    LockSet common = (left->held & (right->held | right->read_held)) | (right->held & left->read_held);
    return touch && (left->writes || right->writes) && !(left->atomic && right->atomic) && !common &&
           may_run_together(all, left, right);
}

void look_for_races(Interpretation *all)
{
    for (uint32_t i = 0; i < all->records.accesses.rows.count; i++)
        for (uint32_t j = 0; j <= i; j++) {
            const Access *access = &all->records.accesses.rows.data[i];
            if (!may_race(all, access, &all->records.accesses.rows.data[j]))
                continue;
            Walk walk = {.all = all, .context = access->context, .instruction = access->instruction};
            Text name = {0};
            zone_name(&all->zones, access->zone, &name);
            raise_alarm(&walk, PROPERTY_RACE, "two accesses to %s that nothing keeps apart", text_string(&name));
            text_free(&name);
            return;
        }
}
