// What is needed: the events that the explanation speaks of, the violation and where threads stand, what the violated
// check read and the writes it got that from, and the same for the condition that a blocked thread waits with. The rest
// is ranked by how near it is to that, in the run and in its kind: what takes or gives a lock that is held at a needed
// event comes first, then writes and synchronisation, then reads.
#include "report/excerpt.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "base/none.h"
#include "report/arrows.h"
#include "report/calls.h"
#include "report/explain.h"
#include "report/since.h"

// What happens inside a call of the library is one row: that of its first event, which stands for the others.
static bool is_inside_of_call(const Trace *trace, uint32_t index)
{
    return index && calls_same(&trace->events.data[index - 1], &trace->events.data[index]);
}

// LOOK_AHEAD: how far a lock is followed to what happens under it.
// READS_NEEDED: a check that reads more goes through a table; then only the last ones are shown.
enum { FAR = UINT32_MAX / 8, LOOK_AHEAD = 4096, READS_NEEDED = 16, LAST_READS_NEEDED = 4 };

// The last one is the first.
static void need_last_of(const EventIndices *reads, Relevance *needed)
{
    uint32_t most = reads->count > READS_NEEDED ? LAST_READS_NEEDED : reads->count;
    for (uint32_t i = 0; i < most; i++)
        needed->data[reads->data[i]] = true;
}

static void need_reads_on_violated_line(const Trace *trace, Relevance *needed)
{
    const TraceEvent *last = NULL;
    EventIndices reads = {0};
    for (uint32_t i = trace->events.count; i-- > 0 && reads.count <= READS_NEEDED;) {
        const TraceEvent *event = &trace->events.data[i];
        if (event->thread != trace->thread || !event_kind_accesses(event->kind))
            continue;
        if (last && (last->position.line != event->position.line || strcmp(last->position.file, event->position.file)))
            break;
        last = event;
        if (event->kind != EVENT_write && !is_inside_of_call(trace, i))
            vector_push(&reads, i);
    }
    need_last_of(&reads, needed);
    vector_free(&reads);
}

// What a thread that waits at a condition variable read since it took the mutex, and the last writes of that: one that
// came after its wait is why the condition is as it is.
static void need_waiting_condition(const Trace *trace, const TraceEvent *blocked, Relevance *needed)
{
    uint32_t wait = trace->events.count;
    for (uint32_t i = trace->events.count; i-- > 0 && wait == trace->events.count;)
        if (trace->events.data[i].thread == blocked->thread && trace->events.data[i].kind == EVENT_wait)
            wait = i;
    if (wait < trace->events.count)
        needed->data[wait] = true;
    Map looked_at = {0}; // addresses
    EventIndices reads = {0};
    bool over = wait == trace->events.count;
    for (uint32_t i = wait; i-- > 0 && !over && reads.count <= READS_NEEDED;) {
        const TraceEvent *event = &trace->events.data[i];
        if (event->thread != blocked->thread)
            continue;
        over = event->kind == EVENT_lock || event->kind == EVENT_wake;
        if (event->kind == EVENT_read)
            vector_push(&reads, i);
    }
    need_last_of(&reads, needed);
    for (uint32_t i = 0; i < reads.count; i++)
        *map_insert(&looked_at, trace->events.data[reads.data[i]].address) = needed->data[reads.data[i]];
    vector_free(&reads);
    relevant_add_last_writes(trace, &looked_at, needed);
    map_free(&looked_at);
}

static void need_last_write(const Trace *trace, uint64_t address, Relevance *needed)
{
    Map addresses = {0};
    if (address)
        *map_insert(&addresses, address) = 1;
    relevant_add_last_writes(trace, &addresses, needed);
    map_free(&addresses);
}

static void need_end(const Trace *trace, Relevance *needed)
{
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = &trace->events.data[i];
        if (event->kind != EVENT_violation && (event->kind != EVENT_blocked || trace->terms))
            continue;
        needed->data[i] = true;
        if (event->kind == EVENT_blocked && event->pending == EVENT_wake)
            need_waiting_condition(trace, event, needed);
        if (event->kind == EVENT_blocked && event->pending == EVENT_retry)
            need_last_write(trace, event->address, needed);
    }
    if (trace->property != PROPERTY_DEADLOCK && trace->property != PROPERTY_RACE && trace->property != PROPERTY_LEAK)
        need_reads_on_violated_line(trace, needed);
}

// The writes that needed reads got their values from.
static void need_sources(const Trace *trace, Relevance *needed)
{
    ArrowList arrows = {0};
    arrows_find(trace, &arrows);
    for (uint32_t i = arrows.count; i-- > 0;)
        if (arrows.data[i].kind == ARROW_VALUE && needed->data[arrows.data[i].to] &&
            !*trace->events.data[arrows.data[i].to].call && trace->events.data[arrows.data[i].to].kind == EVENT_read)
            needed->data[arrows.data[i].from] = true;
    vector_free(&arrows);
}

// --- The ranking

typedef struct Ranked {
    uint64_t distance;
    uint32_t event;
} Ranked;

static int compare_ranked(const void *a, const void *b)
{
    const Ranked *left = a, *right = b;
    if (left->distance != right->distance)
        return left->distance < right->distance ? -1 : 1;
    return left->event < right->event ? -1 : 1;
}

// How many events lie between each event and the next needed one of the same thread, or of any, on either side. What
// happens inside a call of the library counts as one.
static void measure(const Trace *trace, const Relevance *needed, bool same_thread, uint32_t *distance)
{
    uint32_t threads = trace->thread_names.count;
    uint32_t *near = memory_allocate_zeroed((threads + (size_t)1) * sizeof *near);
    for (int backwards = 0; backwards < 2; backwards++) {
        memset(near, 0, (threads + (size_t)1) * sizeof *near); // by thread: the place of a needed event, from 1
        for (uint32_t k = 0, place = 1; k < trace->events.count; k++) {
            uint32_t i = backwards ? trace->events.count - 1 - k : k;
            uint32_t *mine = &near[same_thread ? trace->events.data[i].thread : threads];
            if (needed->data[i])
                *mine = place;
            if (*mine && place - *mine < distance[i])
                distance[i] = place - *mine;
            place += !is_inside_of_call(trace, i);
        }
    }
    free(near);
}

// Whether it takes a lock that its thread holds at a needed event.
static bool is_of_held_lock(const Trace *trace, const Relevance *needed, uint32_t index)
{
    const TraceEvent *event = &trace->events.data[index];
    if (!event_kind_locks(event->kind))
        return false;
    for (uint32_t i = index + 1; i < trace->events.count && i - index < LOOK_AHEAD; i++) {
        const TraceEvent *later = &trace->events.data[i];
        if (later->thread != event->thread)
            continue;
        if (needed->data[i])
            return true;
        if ((later->kind == EVENT_unlock || later->kind == EVENT_rwlock_unlock) && later->address == event->address)
            return false;
    }
    return false;
}

// A read of what was written at most once tells little.
static uint64_t weight(const Trace *trace, const Map *writes, uint32_t index)
{
    const TraceEvent *event = &trace->events.data[index];
    const uint64_t *count = map_find(writes, event->address);
    return event->kind != EVENT_read ? 1 : count && *count > 1 ? 3 : 20;
}

static void count_writes(const Trace *trace, Map *writes)
{
    for (uint32_t i = 0; i < trace->events.count; i++)
        if (event_kind_writes(trace->events.data[i].kind))
            ++*map_insert(writes, trace->events.data[i].address);
}

static void find_ranking(const Trace *trace, Excerpt *excerpt)
{
    uint32_t count = trace->events.count;
    uint32_t *own = memory_allocate_zeroed((count + (size_t)1) * sizeof *own);
    uint32_t *any = memory_allocate_zeroed((count + (size_t)1) * sizeof *any);
    VECTOR(Ranked) ranked = {0};
    Map writes = {0};
    count_writes(trace, &writes);
    for (uint32_t i = 0; i < count; i++)
        own[i] = any[i] = FAR;
    measure(trace, &excerpt->needed, true, own);
    measure(trace, &excerpt->needed, false, any);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t distance = own[i] < any[i] * UINT64_C(2) ? own[i] : any[i] * UINT64_C(2);
        if (is_of_held_lock(trace, &excerpt->needed, i))
            distance = 0;
        if (excerpt->relevant.data[i] && !excerpt->needed.data[i] && !is_inside_of_call(trace, i))
            vector_push(&ranked, (Ranked){distance * weight(trace, &writes, i), i});
    }
    if (ranked.count)
        qsort(ranked.data, ranked.count, sizeof *ranked.data, compare_ranked);
    for (uint32_t i = 0; i < ranked.count; i++)
        vector_push(&excerpt->ranking, ranked.data[i].event);
    vector_free(&ranked);
    map_free(&writes);
    free(own);
    free(any);
}

void excerpt_find(const Trace *trace, Excerpt *excerpt)
{
    *excerpt = (Excerpt){0};
    relevant_find(trace, &excerpt->relevant);
    vector_resize(&excerpt->needed, trace->events.count);
    if (trace->end == TRACE_VIOLATION) {
        explain_mark(trace, excerpt->needed.data);
        need_end(trace, &excerpt->needed);
        if (since_find(trace) != NONE)
            excerpt->needed.data[since_find(trace)] = true;
        need_sources(trace, &excerpt->needed);
    }
    find_ranking(trace, excerpt);
}

void excerpt_take(const Excerpt *excerpt, uint32_t count, Relevance *shown)
{
    shown->count = 0;
    for (uint32_t i = 0; i < excerpt->needed.count; i++)
        vector_push(shown, excerpt->needed.data[i]);
    for (uint32_t i = 0; i < excerpt->ranking.count && i < count; i++)
        shown->data[excerpt->ranking.data[i]] = true;
}

void excerpt_free(Excerpt *excerpt)
{
    vector_free(&excerpt->relevant);
    vector_free(&excerpt->needed);
    vector_free(&excerpt->ranking);
}
