// Which negations of decisions of an item's run are covered by known runs.
#include <stdlib.h>

#include "paths/item_exploration.h"

enum { COVER_LIMIT = 64 }; // for one decision: the runs that have most in common with this one count

Progress explore_last_progress(const ItemExploration *exploration, uint32_t thread)
{
    return progress_decided_after(exploration->concurrent->threads.data[thread].events.count);
}

Progress explore_highest_progress(const ItemExploration *exploration, uint32_t negating, uint32_t thread)
{
    const ConcurrentTrace *concurrent = exploration->concurrent;
    EventId join = concurrent->threads.data[negating].join;
    if (join != NO_EVENT && concurrent->events.data[join].thread == thread)
        return progress_decided_after(concurrent->events.data[join].position);
    return explore_last_progress(exploration, thread);
}

// Of all threads but the one that negates a decision.
static bool is_within(const ProgressList *progress, const Progress *other, uint32_t negating)
{
    for (uint32_t i = 0; i < progress->count; i++)
        if (i != negating && progress->data[i] > other[i])
            return false;
    return true;
}

bool explore_cover(const ItemExploration *exploration, Negation *negation, uint64_t value, const ProgressList *progress)
{
    uint32_t threads = progress->count;
    bool two_ways = negation->decision->two_ways;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < negation->covered_values.count; i++) {
        const Progress *covered = &negation->covered_progress.data[i * threads];
        bool same_value = two_ways || negation->covered_values.data[i] == value;
        if (same_value && is_within(progress, covered, negation->thread))
            return true;
        ProgressList old = {.data = (Progress *)covered, .count = threads};
        if (same_value && is_within(&old, progress->data, negation->thread))
            continue;
        negation->covered_values.data[kept] = negation->covered_values.data[i];
        for (uint32_t j = 0; j < threads; j++)
            negation->covered_progress.data[kept * threads + j] = covered[j];
        kept++;
    }
    negation->covered_values.count = kept;
    negation->covered_progress.count = kept * threads;
    vector_push(&negation->covered_values, value);
    bool all = two_ways;
    for (uint32_t i = 0; i < threads; i++) {
        vector_push(&negation->covered_progress, progress->data[i]);
        all &= i == negation->thread || progress->data[i] >= explore_highest_progress(exploration, negation->thread, i);
    }
    negation->closed |= all;
    return !all;
}

// What a known run has in common with this one.
typedef struct Overlap {
    const KnownRun *run;
    const uint32_t *common;   // decisions, by thread
    const Progress *progress; // up to which threads do the same
    uint32_t missing;         // decisions of this run that are not in common
} Overlap;

static int compare_overlaps(const void *a, const void *b)
{
    const Overlap *one = a, *other = b;
    return one->missing != other->missing ? (one->missing < other->missing ? -1 : 1)
                                          : (one->common > other->common) - (one->common < other->common);
}

// The first decision of a thread that a known run does not have in common with this one is the only decision of the
// thread that it says something about: the known run may negate it. Then solutions are excluded in which no other
// thread makes more progress along this run than the known run does along it.
//
// Take a solution in which some thread makes more, and of all such threads the one that is the first to. As all others
// still do what they do in the known run, this thread leaves the known run where all else is as in it. That is excluded
// for a thread whose decision is firm there, so its progress need not be looked at.
static void cover_by(ItemExploration *exploration, const Overlap *overlap, const uint32_t *first,
                     NegationList *negations)
{
    const KnownRun *run = overlap->run;
    uint32_t threads = exploration->path.threads.count;
    ProgressList progress = {0};
    for (uint32_t i = 0; i < threads; i++) {
        const ThreadPrefix *known = path_prefix_find_thread(&run->prefix, exploration->path.threads.data[i].name, i);
        bool firm = known && thread_prefix_is_firm(known, overlap->common[i]);
        vector_push(&progress, firm ? PROGRESS_UNBOUNDED : overlap->progress[i]);
    }
    bool relied = false;
    for (uint32_t i = 0; i < threads; i++) {
        const ThreadPath *path = &exploration->path.threads.data[i];
        const ThreadPrefix *known = path_prefix_find_thread(&run->prefix, path->name, i);
        uint32_t next = overlap->common[i];
        if (!known || next == path->decisions.count)
            continue;
        Negation *negation = &negations->data[first[i] + next];
        const Decision *decision = negation->decision;
        bool full = decision->two_ways && !exploration->item->again && negation->covered_values.count >= COVER_LIMIT;
        if (negation->closed || full || !thread_prefix_negates(known, decision, next))
            continue;
        // With more than two choices it counts only if it is known which was taken.
        bool value_known =
            next < known->decisions.count && !path_point_compare(known->decisions.data[next].point, decision->point);
        if (!decision->two_ways && !value_known)
            continue;
        explore_cover(exploration, negation, value_known ? known->decisions.data[next].value : !decision->value,
                      &progress);
        relied = true;
    }
    if (relied && !run->made)
        vector_push(&exploration->out->relied, run->node);
    vector_free(&progress);
}

// `negations` has all decisions of all threads, in order.
void explore_find_covered(ItemExploration *exploration, NegationList *negations)
{
    const KnownRuns *known = &exploration->explorer->known;
    const PathPrefix *own_prefix = &exploration->out->prefix;
    uint32_t threads = exploration->path.threads.count, sum = 0;
    VECTOR(uint32_t) first = {0}, common = {0};
    ProgressList progress = {0};
    VECTOR(Overlap) overlaps = {0};
    for (uint32_t i = 0; i < threads; i++) {
        vector_push(&first, sum);
        sum += exploration->path.threads.data[i].decisions.count;
    }
    vector_resize(&common, known->runs.count * threads);
    vector_resize(&progress, known->runs.count * threads);
    for (uint32_t i = 0; i < known->runs.count && !limits_stop(exploration->explorer->task->limits); i++) {
        const KnownRun *run = &known->runs.data[i];
        Overlap overlap = {run, &common.data[i * threads], &progress.data[i * threads], 0};
        for (uint32_t j = 0; j < threads; j++) {
            const ThreadPrefix *own = &own_prefix->threads.data[j];
            const ThreadPrefix *other = path_prefix_find_thread(&run->prefix, own->thread, j);
            common.data[i * threads + j] = other ? thread_prefix_common_decisions(other, own) : 0;
            progress.data[i * threads + j] =
                other ? thread_prefix_common_progress(other, run->made, own) : PROGRESS_NONE;
            overlap.missing += own->decisions.count - common.data[i * threads + j];
        }
        vector_push(&overlaps, overlap);
    }
    if (overlaps.count)
        qsort(overlaps.data, overlaps.count, sizeof *overlaps.data, compare_overlaps);
    for (uint32_t i = 0; i < overlaps.count && !limits_stop(exploration->explorer->task->limits); i++)
        cover_by(exploration, &overlaps.data[i], first.data, negations);
    vector_free(&first);
    vector_free(&common);
    vector_free(&progress);
    vector_free(&overlaps);
}
