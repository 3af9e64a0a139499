#include "paths/path_prefix.h"

static PrefixDecision decision_at(const ThreadPath *path, uint32_t index)
{
    const Decision *decision = &path->decisions.data[index];
    uint64_t fingerprint =
        index + 1 < path->decisions.count ? path->decisions.data[index + 1].fingerprint_before : path->fingerprint;
    return (PrefixDecision){decision->point,
                            decision->value,
                            fingerprint,
                            path_decision_progress(decision),
                            decision->kind == DECISION_RELEASE,
                            decision->joins,
                            decision->fails};
}

ThreadPrefix thread_prefix_up_to(const ThreadPath *path, Progress progress)
{
    ThreadPrefix prefix = {.thread = path->name, .progress = progress};
    for (uint32_t i = 0; i < path->decisions.count && path_decision_progress(&path->decisions.data[i]) <= progress; i++)
        vector_push(&prefix.decisions, decision_at(path, i));
    return prefix;
}

ThreadPrefix thread_prefix_negating(const ThreadPath *path, const Decision *decision, uint64_t value)
{
    ThreadPrefix prefix = {.thread = path->name, .progress = path_decision_progress(decision) - 1};
    for (uint32_t i = 0; &path->decisions.data[i] < decision; i++)
        vector_push(&prefix.decisions, decision_at(path, i));
    if (decision->two_ways) {
        prefix.negates = true;
        prefix.negated_point = decision->point;
        prefix.negated_value = decision->value;
        prefix.negated_progress = path_decision_progress(decision);
    } else {
        vector_push(&prefix.decisions,
                    ((PrefixDecision){.point = decision->point,
                                      .value = value,
                                      .progress = path_decision_progress(decision),
                                      .fingerprint = path_extend(decision->fingerprint_before, decision->kind,
                                                                 decision->point, value)}));
    }
    return prefix;
}

void path_prefix_of_path(const Path *path, PathPrefix *out)
{
    for (uint32_t i = 0; i < path->threads.count; i++) {
        const ThreadPath *thread = &path->threads.data[i];
        ThreadPrefix prefix = {.thread = thread->name, .progress = thread->progress};
        for (uint32_t j = 0; j < thread->decisions.count; j++)
            vector_push(&prefix.decisions, decision_at(thread, j));
        vector_push(&out->threads, prefix);
    }
}

void path_prefix_free(PathPrefix *prefix)
{
    for (uint32_t i = 0; i < prefix->threads.count; i++) {
        vector_free(&prefix->threads.data[i].decisions);
        vector_free(&prefix->threads.data[i].firm);
    }
    vector_free(&prefix->threads);
}

const ThreadPrefix *path_prefix_find_thread(const PathPrefix *prefix, uint64_t thread, uint32_t guess)
{
    if (guess < prefix->threads.count && prefix->threads.data[guess].thread == thread)
        return &prefix->threads.data[guess];
    for (uint32_t i = 0; i < prefix->threads.count; i++)
        if (prefix->threads.data[i].thread == thread)
            return &prefix->threads.data[i];
    return NULL;
}

// Whether the decision is the negation that the prefix ends with.
static bool is_negation_of(const ThreadPrefix *prefix, const PrefixDecision *decision)
{
    return prefix->negates && !path_point_compare(prefix->negated_point, decision->point) && !decision->waits &&
           decision->value != prefix->negated_value;
}

// After the first decision that differs all fingerprints differ, so this can be searched for by halving.
uint32_t thread_prefix_common_decisions(const ThreadPrefix *prefix, const ThreadPrefix *other)
{
    uint32_t low = 0,
             high = prefix->decisions.count < other->decisions.count ? prefix->decisions.count : other->decisions.count;
    if (high && prefix->decisions.data[high - 1].fingerprint == other->decisions.data[high - 1].fingerprint)
        low = high;
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        if (prefix->decisions.data[middle - 1].fingerprint == other->decisions.data[middle - 1].fingerprint)
            low = middle;
        else
            high = middle - 1;
    }
    bool one_more = (low == prefix->decisions.count && low < other->decisions.count &&
                     is_negation_of(prefix, &other->decisions.data[low])) ||
                    (low == other->decisions.count && low < prefix->decisions.count &&
                     is_negation_of(other, &prefix->decisions.data[low]));
    return low + one_more;
}

Progress thread_prefix_common_progress(const ThreadPrefix *prefix, bool made, const ThreadPrefix *other)
{
    uint32_t common = thread_prefix_common_decisions(prefix, other);
    Progress progress = made ? prefix->progress : PROGRESS_UNBOUNDED;
    if (common < prefix->decisions.count && prefix->decisions.data[common].progress - 1 < progress)
        progress = prefix->decisions.data[common].progress - 1;
    if (common < other->decisions.count && other->decisions.data[common].progress - 1 < progress)
        progress = other->decisions.data[common].progress - 1;
    return progress;
}

// Whether the prefix, after `before` decisions, comes to this point and does not take this value there. Where the point
// is no decision for it, it has passed the point with the progress that the decision is taken with.
static bool decides_otherwise(const ThreadPrefix *prefix, uint32_t before, PathPoint point, uint64_t value,
                              Progress progress)
{
    if (prefix->decisions.count > before) {
        const PrefixDecision *next = &prefix->decisions.data[before];
        int place = path_point_compare(next->point, point);
        return place > 0 || (!place && !next->waits && next->value != value);
    }
    if (prefix->negates && !path_point_compare(prefix->negated_point, point))
        return prefix->negated_value == value;
    return prefix->progress >= progress;
}

bool thread_prefix_negates(const ThreadPrefix *prefix, const Decision *decision, uint32_t before)
{
    return decides_otherwise(prefix, before, decision->point, decision->value, path_decision_progress(decision));
}

bool thread_prefix_is_firm(const ThreadPrefix *prefix, uint32_t decision)
{
    for (uint32_t i = 0; i < prefix->firm.count; i++)
        if (prefix->firm.data[i] == decision)
            return true;
    return false;
}

static bool thread_prefix_subsumes(const ThreadPrefix *prefix, const ThreadPrefix *longer)
{
    uint32_t count = prefix->decisions.count;
    if (thread_prefix_common_decisions(longer, prefix) < count ||
        thread_prefix_common_progress(longer, true, prefix) < prefix->progress)
        return false;
    return !prefix->negates ||
           decides_otherwise(longer, count, prefix->negated_point, prefix->negated_value, prefix->negated_progress);
}

bool path_prefix_subsumes(const PathPrefix *prefix, const PathPrefix *longer)
{
    for (uint32_t i = 0; i < prefix->threads.count; i++) {
        const ThreadPrefix *thread = &prefix->threads.data[i];
        if (!thread->progress && !thread->decisions.count && !thread->negates)
            continue;
        const ThreadPrefix *same = path_prefix_find_thread(longer, thread->thread, i);
        if (!same || !thread_prefix_subsumes(thread, same))
            return false;
    }
    return true;
}

bool path_prefix_continues(const PathPrefix *made, const PathPrefix *stopped)
{
    for (uint32_t i = 0; i < stopped->threads.count; i++) {
        const ThreadPrefix *thread = &stopped->threads.data[i];
        const ThreadPrefix *other = path_prefix_find_thread(made, thread->thread, i);
        uint32_t decided = thread->decisions.count;
        Progress progress = thread->progress;
        const PrefixDecision *last = decided ? &thread->decisions.data[decided - 1] : NULL;
        if (last && (last->waits || last->fails)) {
            decided--;
            progress = last->progress - 1;
        }
        if (!other || thread_prefix_common_decisions(other, thread) < decided ||
            thread_prefix_common_progress(other, true, thread) < progress)
            return false;
    }
    return true;
}

// A thread that waits for the end of another one adds nothing to what that one shows.
bool path_prefix_falls_short(const PathPrefix *stopped, const PathPrefix *made)
{
    for (uint32_t i = 0; i < stopped->threads.count; i++) {
        const ThreadPrefix *thread = &stopped->threads.data[i];
        const ThreadPrefix *other = path_prefix_find_thread(made, thread->thread, i);
        uint32_t decided = thread->decisions.count;
        const PrefixDecision *last = decided ? &thread->decisions.data[decided - 1] : NULL;
        if (!other || (last && last->waits && last->joins))
            continue;
        if (last && (last->waits || last->fails))
            decided--;
        if (thread_prefix_common_decisions(thread, other) >= decided && other->progress > thread->progress)
            return true;
    }
    return false;
}

static void put_point(PathPoint point, Bytes *out)
{
    bytes_put_u32(out, point.decided);
    bytes_put_u32(out, point.events);
}

static PathPoint get_point(BytesReader *reader)
{
    PathPoint point;
    point.decided = bytes_get_u32(reader);
    point.events = bytes_get_u32(reader);
    return point;
}

static void put_decision(const PrefixDecision *decision, Bytes *out)
{
    put_point(decision->point, out);
    bytes_put_u64(out, decision->value);
    bytes_put_u64(out, decision->fingerprint);
    bytes_put_u32(out, decision->progress);
    bytes_put_u8(out, decision->waits);
    bytes_put_u8(out, decision->joins);
    bytes_put_u8(out, decision->fails);
}

static PrefixDecision get_decision(BytesReader *reader)
{
    PrefixDecision decision;
    decision.point = get_point(reader);
    decision.value = bytes_get_u64(reader);
    decision.fingerprint = bytes_get_u64(reader);
    decision.progress = bytes_get_u32(reader);
    decision.waits = bytes_get_u8(reader);
    decision.joins = bytes_get_u8(reader);
    decision.fails = bytes_get_u8(reader);
    return decision;
}

void path_prefix_put(const PathPrefix *prefix, Bytes *out)
{
    bytes_put_u32(out, prefix->threads.count);
    for (uint32_t i = 0; i < prefix->threads.count; i++) {
        const ThreadPrefix *thread = &prefix->threads.data[i];
        bytes_put_u64(out, thread->thread);
        bytes_put_u32(out, thread->decisions.count);
        for (uint32_t j = 0; j < thread->decisions.count; j++)
            put_decision(&thread->decisions.data[j], out);
        bytes_put_u32(out, thread->progress);
        bytes_put_u8(out, thread->negates);
        put_point(thread->negated_point, out);
        bytes_put_u64(out, thread->negated_value);
        bytes_put_u32(out, thread->negated_progress);
        bytes_put_u32(out, thread->firm.count);
        for (uint32_t j = 0; j < thread->firm.count; j++)
            bytes_put_u32(out, thread->firm.data[j]);
    }
}

void path_prefix_get(BytesReader *reader, PathPrefix *out)
{
    for (uint32_t threads = bytes_get_u32(reader); threads; threads--) {
        ThreadPrefix thread = {.thread = bytes_get_u64(reader)};
        for (uint32_t count = bytes_get_u32(reader); count; count--)
            vector_push(&thread.decisions, get_decision(reader));
        thread.progress = bytes_get_u32(reader);
        thread.negates = bytes_get_u8(reader);
        thread.negated_point = get_point(reader);
        thread.negated_value = bytes_get_u64(reader);
        thread.negated_progress = bytes_get_u32(reader);
        for (uint32_t count = bytes_get_u32(reader); count; count--)
            vector_push(&thread.firm, bytes_get_u32(reader));
        vector_push(&out->threads, thread);
    }
}
