// What other runs do of the ways on which the run of an item can be left.
#include <stdlib.h>

#include "paths/explore_state.h"

enum { COVER_LIMIT = 64 }; // for one decision: the runs that go furthest with this one count

uint32_t explore_last_level(const Search *search, uint32_t thread)
{
    return search->concurrent->threads.data[thread].events.count * 2 + 2;
}

uint32_t explore_highest_level(const Search *search, uint32_t turned, uint32_t thread)
{
    const ConcurrentTrace *concurrent = search->concurrent;
    EventId join = concurrent->threads.data[turned].join;
    if (join != NO_EVENT && concurrent->events.data[join].thread == thread)
        return concurrent->events.data[join].position * 2 + 2;
    return explore_last_level(search, thread);
}

// All threads but the one that turns.
static bool is_within(const LevelList *levels, const uint32_t *other, uint32_t turned)
{
    for (uint32_t i = 0; i < levels->count; i++)
        if (i != turned && levels->data[i] > other[i])
            return false;
    return true;
}

bool explore_cover(const Search *search, Turn *turn, uint64_t value, const LevelList *levels)
{
    uint32_t threads = levels->count;
    bool two_ways = turn->decision->two_ways;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < turn->covered_values.count; i++) {
        const uint32_t *covered = &turn->covered_levels.data[i * threads];
        bool same_value = two_ways || turn->covered_values.data[i] == value;
        if (same_value && is_within(levels, covered, turn->thread))
            return true;
        LevelList old = {.data = (uint32_t *)covered, .count = threads};
        if (same_value && is_within(&old, levels->data, turn->thread))
            continue;
        turn->covered_values.data[kept] = turn->covered_values.data[i];
        for (uint32_t j = 0; j < threads; j++)
            turn->covered_levels.data[kept * threads + j] = covered[j];
        kept++;
    }
    turn->covered_values.count = kept;
    turn->covered_levels.count = kept * threads;
    vector_push(&turn->covered_values, value);
    bool all = two_ways;
    for (uint32_t i = 0; i < threads; i++) {
        vector_push(&turn->covered_levels, levels->data[i]);
        all &= i == turn->thread || levels->data[i] >= explore_highest_level(search, turn->thread, i);
    }
    turn->closed |= all;
    return !all;
}

// How far a run goes with this one, by thread, and which run it is.
typedef struct Companion {
    const KnownRun *run;
    const uint32_t *steps;  // that it has in common with this run, by thread
    const uint32_t *levels; // up to which it does
    uint32_t missing;       // steps of this run that it does not have
} Companion;

static int compare_companions(const void *a, const void *b)
{
    const Companion *one = a, *other = b;
    return one->missing != other->missing ? (one->missing < other->missing ? -1 : 1)
                                          : (one->steps > other->steps) - (one->steps < other->steps);
}

// Where a run goes apart from this one, by thread: that is the only decision of the thread that it says something
// about. A solution has some other thread that goes further with this run than that one does. In time, the first of all
// these leaves the other run as long as all else is as there: it is none whose step is firm there, so what these do is
// covered, too.
static void cover_by(Search *search, const Companion *companion, const uint32_t *first, TurnList *turns)
{
    const KnownRun *run = companion->run;
    uint32_t threads = search->path.threads.count;
    LevelList levels = {0};
    for (uint32_t i = 0; i < threads; i++) {
        const Way *way = beginning_find(&run->beginning, search->path.threads.data[i].name, i);
        bool firm = way && way_is_firm(way, companion->steps[i]);
        vector_push(&levels, firm ? UINT32_MAX : companion->levels[i]);
    }
    bool relied = false;
    for (uint32_t i = 0; i < threads; i++) {
        const ThreadPath *path = &search->path.threads.data[i];
        const Way *way = beginning_find(&run->beginning, path->name, i);
        uint32_t step = companion->steps[i];
        if (!way || step == path->decisions.count)
            continue;
        Turn *turn = &turns->data[first[i] + step];
        bool two_ways = turn->decision->two_ways;
        bool full = two_ways && !search->item->again && turn->covered_values.count >= COVER_LIMIT;
        if (turn->closed || full || !way_takes_otherwise(way, turn->decision, step))
            continue;
        // With more than two ways it counts only if it is known which.
        bool told = step < way->steps.count && !path_point_compare(way->steps.data[step].point, turn->decision->point);
        if (!two_ways && !told)
            continue;
        explore_cover(search, turn, told ? way->steps.data[step].value : !turn->decision->value, &levels);
        relied = true;
    }
    if (relied && !run->made)
        vector_push(&search->out->relied, run->node);
    vector_free(&levels);
}

// `turns` has all decisions of all threads, in order.
void explore_find_covered(Search *search, TurnList *turns)
{
    const Known *known = &search->explorer->known;
    const Beginning *mine = &search->out->beginning;
    uint32_t threads = search->path.threads.count, sum = 0;
    LevelList first = {0}, steps = {0}, levels = {0};
    VECTOR(Companion) companions = {0};
    for (uint32_t i = 0; i < threads; i++) {
        vector_push(&first, sum);
        sum += search->path.threads.data[i].decisions.count;
    }
    vector_resize(&steps, known->runs.count * threads);
    vector_resize(&levels, known->runs.count * threads);
    for (uint32_t i = 0; i < known->runs.count && !limits_stop(search->explorer->task->limits); i++) {
        const KnownRun *run = &known->runs.data[i];
        Companion companion = {run, &steps.data[i * threads], &levels.data[i * threads], 0};
        for (uint32_t j = 0; j < threads; j++) {
            const Way *own = &mine->ways.data[j], *way = beginning_find(&run->beginning, own->thread, j);
            steps.data[i * threads + j] = way ? way_agrees(way, own) : 0;
            levels.data[i * threads + j] = way ? way_agrees_up_to(way, run->made, own) : 0;
            companion.missing += own->steps.count - steps.data[i * threads + j];
        }
        vector_push(&companions, companion);
    }
    if (companions.count)
        qsort(companions.data, companions.count, sizeof *companions.data, compare_companions);
    for (uint32_t i = 0; i < companions.count && !limits_stop(search->explorer->task->limits); i++)
        cover_by(search, &companions.data[i], first.data, turns);
    vector_free(&first);
    vector_free(&steps);
    vector_free(&levels);
    vector_free(&companions);
}
