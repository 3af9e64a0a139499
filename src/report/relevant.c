// A backward slice over the events of the run. What the violation is about plays a part to begin with: the accesses of
// a race, what the threads of a deadlock wait for and who had it last, the condition of a wait as it is in the end, the
// end of freed memory, and what the sentence about it speaks of. Then, until nothing is added:
// - a value read brings all earlier writes of the variable: one that was overwritten may be what is missing;
// - a wake-up brings its signal, a permit taken the one given, a thread its creation;
// - within a thread nothing tells which of its reads a later step depends on, so all that it observed before a step
//   that plays a part does;
// - a lock plays a part if it is held while something that does happens, a join if the thread joined plays one or was
//   asked for its result.
#include "report/relevant.h"

#include <string.h>

#include "base/none.h"
#include "report/arrows.h"
#include "report/explain.h"

// ACCESS_LIMIT: the machine accesses a word at once; a recording may say anything.
enum { ACCESS_LIMIT = 64 };

typedef struct Slice {
    const Trace *trace;
    Relevance *relevant;
    ArrowList arrows;
    VECTOR(uint32_t) release; // by event that takes a lock: the event that gives it back, or NONE
    VECTOR(uint32_t) next;    // by thread: its next event that plays a part, seen from where a pass is
    VECTOR(bool) involved;    // by thread: whether one of its events plays a part
    Map barriers;             // by address: left by somebody who plays a part
    Map bytes;                // by address: read by somebody who plays a part
    bool changed;
} Slice;

static void mark(Slice *slice, uint32_t index)
{
    if (slice->relevant->data[index])
        return;
    slice->relevant->data[index] = true;
    slice->involved.data[slice->trace->events.data[index].thread] = true;
    slice->changed = true;
}

static bool takes_lock(EventKind kind)
{
    return event_kind_locks(kind) || kind == EVENT_once_begin || kind == EVENT_atomic_begin;
}

static bool gives_lock(const TraceEvent *event, uint64_t lock)
{
    switch (event->kind) {
    case EVENT_unlock:
    case EVENT_rwlock_unlock:
    case EVENT_once_end:
    case EVENT_atomic_end:
        return event->address == lock;
    case EVENT_wait:
        return event->value == lock;
    default:
        return false;
    }
}

// Each release belongs to the last taking of the lock by its thread that has none yet.
static void find_releases(Slice *slice)
{
    const Trace *trace = slice->trace;
    VECTOR(uint32_t) open = {0};
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = &trace->events.data[i];
        vector_push(&slice->release, NONE);
        for (uint32_t j = open.count; j-- > 0;) {
            const TraceEvent *taken = &trace->events.data[open.data[j]];
            if (taken->thread == event->thread && gives_lock(event, taken->address)) {
                slice->release.data[open.data[j]] = i;
                memmove(&open.data[j], &open.data[j + 1], (open.count - j - 1) * sizeof *open.data);
                vector_drop(&open);
                break;
            }
        }
        if (takes_lock(event->kind))
            vector_push(&open, i);
    }
    vector_free(&open);
}

// --- What the violation is about

static void mark_last(Slice *slice, uint64_t address, bool (*wanted)(EventKind kind))
{
    const Trace *trace = slice->trace;
    for (uint32_t i = trace->events.count; i-- > 0;)
        if (trace->events.data[i].address == address && wanted(trace->events.data[i].kind)) {
            mark(slice, i);
            return;
        }
}

static void mark_all(Slice *slice, uint64_t address, bool (*wanted)(EventKind kind))
{
    const Trace *trace = slice->trace;
    for (uint32_t i = 0; i < trace->events.count; i++)
        if ((!address || trace->events.data[i].address == address) && wanted(trace->events.data[i].kind))
            mark(slice, i);
}

static bool is_signal(EventKind kind)
{
    return kind == EVENT_signal || kind == EVENT_broadcast;
}

static bool is_semaphore_wait(EventKind kind)
{
    return kind == EVENT_semaphore_wait;
}

static bool is_arrival(EventKind kind)
{
    return kind == EVENT_barrier_arrive;
}

static bool is_exit(EventKind kind)
{
    return kind == EVENT_exit;
}

void relevant_add_last_writes(const Trace *trace, Map *addresses, Relevance *relevant)
{
    for (uint32_t i = trace->events.count; i-- > 0;) {
        uint64_t *open = map_find(addresses, trace->events.data[i].address);
        if (!open || !*open || !event_kind_writes(trace->events.data[i].kind))
            continue;
        relevant->data[i] = true;
        *open = 0;
    }
}

// What was written last of what the thread looked at before it began to wait: a change that came later, and of which it
// was not told, is why it should not wait any more.
static void mark_condition(Slice *slice, uint32_t thread)
{
    const Trace *trace = slice->trace;
    Map looked_at = {0}; // addresses
    bool waits = false, over = false;
    for (uint32_t i = trace->events.count; i-- > 0 && !over;) {
        const TraceEvent *event = &trace->events.data[i];
        if (event->thread != thread)
            continue;
        over = waits && (event->kind == EVENT_lock || event->kind == EVENT_wake);
        waits |= event->kind == EVENT_wait;
        if (waits && event->kind == EVENT_read)
            *map_insert(&looked_at, event->address) = 1;
    }
    Relevance written = {0};
    vector_resize(&written, trace->events.count);
    relevant_add_last_writes(trace, &looked_at, &written);
    for (uint32_t i = 0; i < written.count; i++)
        if (written.data[i])
            mark(slice, i);
    vector_free(&written);
    map_free(&looked_at);
}

// Who had what the thread waits for.
static void mark_cause(Slice *slice, const TraceEvent *blocked)
{
    switch ((EventKind)blocked->pending) {
    case EVENT_wake:
        mark_last(slice, blocked->address, is_signal);
        mark_condition(slice, blocked->thread);
        return;
    case EVENT_semaphore_wait:
        mark_all(slice, blocked->address, is_semaphore_wait);
        return;
    case EVENT_barrier_leave:
        mark_all(slice, blocked->address, is_arrival);
        return;
    case EVENT_retry:
        mark_last(slice, blocked->address, event_kind_writes);
        return;
    default:
        break;
    }
    const Trace *trace = slice->trace;
    for (uint32_t i = 0; i < trace->events.count; i++)
        if (trace->events.data[i].address == blocked->address && takes_lock(trace->events.data[i].kind) &&
            slice->release.data[i] == NONE)
            mark(slice, i);
}

static bool is_race_of(const TraceEvent *first, const TraceEvent *second)
{
    return first->thread != second->thread && event_kind_accesses(first->kind) && trace_events_overlap(first, second) &&
           (event_kind_writes(first->kind) || event_kind_writes(second->kind));
}

// A race that the order of the events shows: the access where it is reported, and the last one before by another thread.
static bool find_ordered_race(const Trace *trace, uint32_t *first, uint32_t *second)
{
    for (uint32_t i = trace->events.count; i-- > 0;) {
        const TraceEvent *reported = &trace->events.data[i];
        if (reported->thread != trace->thread || !event_kind_accesses(reported->kind) ||
            reported->position.line != trace->where.line || reported->position.column != trace->where.column)
            continue;
        for (uint32_t j = i; j-- > 0;)
            if (is_race_of(&trace->events.data[j], reported)) {
                *first = j;
                *second = i;
                return true;
            }
    }
    return false;
}

bool relevant_race(const Trace *trace, uint32_t *first, uint32_t *second)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < trace->events.count && !trace->terms; i++)
        if (trace->events.data[i].kind == EVENT_blocked) {
            *(trace->events.data[i].thread == trace->thread ? second : first) = i;
            count++;
        }
    return count == 2 || find_ordered_race(trace, first, second);
}

static void mark_freed(Slice *slice, uint64_t address)
{
    const Trace *trace = slice->trace;
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = &trace->events.data[i];
        if (event->kind == EVENT_free && (address - event->address < event->size || address == event->address))
            mark(slice, i);
    }
}

static void mark_violation(Slice *slice, const TraceEvent *violation)
{
    if (slice->trace->property == PROPERTY_MEMORY && violation->address) {
        mark_freed(slice, violation->address);
        mark_all(slice, 0, is_exit); // a local of a thread that has ended
    }
    if (slice->trace->property == PROPERTY_LOCK)
        mark_all(slice, violation->address, event_kind_synchronises);
}

// False if the events do not tell.
static bool mark_roots(Slice *slice)
{
    const Trace *trace = slice->trace;
    bool found = false;
    uint32_t first, second;
    if (trace->property == PROPERTY_RACE && relevant_race(trace, &first, &second)) {
        mark(slice, first);
        mark(slice, second);
        return true;
    }
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = &trace->events.data[i];
        if (event->kind != EVENT_blocked && event->kind != EVENT_violation)
            continue;
        mark(slice, i);
        if (event->kind == EVENT_violation)
            mark_violation(slice, event);
        else
            mark_cause(slice, event);
        found |= event->kind == EVENT_blocked || trace->property != PROPERTY_DEADLOCK;
    }
    return found;
}

// --- What that depends on

// Whether an event plays a part because of what its thread does later.
static bool matters_later(const Slice *slice, uint32_t index)
{
    const TraceEvent *event = &slice->trace->events.data[index];
    uint32_t next = slice->next.data[event->thread];
    switch (event->kind) {
    case EVENT_create:
        return event->other < slice->involved.count && slice->involved.data[event->other];
    case EVENT_start:
        return slice->involved.data[event->thread];
    case EVENT_barrier_arrive:
        return next != NONE || map_find(&slice->barriers, event->address);
    case EVENT_join:
        return next != NONE && event->other < slice->involved.count && slice->involved.data[event->other];
    case EVENT_read:
    case EVENT_update:
    case EVENT_input:
    case EVENT_semaphore_read:
    case EVENT_semaphore_wait:
    case EVENT_lock_failed:
    case EVENT_use:
    case EVENT_wait:
    case EVENT_wake:
    case EVENT_barrier_leave:
        return next != NONE;
    default:
        return takes_lock(event->kind) && next != NONE &&
               (slice->release.data[index] == NONE || next <= slice->release.data[index]);
    }
}

// A thread whose result was asked for may have told what it knows.
static void mark_results(Slice *slice)
{
    const Trace *trace = slice->trace;
    for (uint32_t i = 0; i < slice->arrows.count; i++) {
        const Arrow *arrow = &slice->arrows.data[i];
        const TraceEvent *end = &trace->events.data[arrow->from], *join = &trace->events.data[arrow->to];
        if (end->kind != EVENT_exit || join->kind != EVENT_join || !join->size)
            continue;
        for (uint32_t j = arrow->to + 1; j < trace->events.count; j++)
            if (trace->events.data[j].thread == join->thread && slice->relevant->data[j]) {
                mark(slice, arrow->from);
                break;
            }
    }
}

static bool is_read_later(const Slice *slice, const TraceEvent *event)
{
    for (uint32_t i = 0; event_kind_writes(event->kind) && i < event->size && i < ACCESS_LIMIT; i++)
        if (map_find(&slice->bytes, event->address + i))
            return true;
    return false;
}

static void note_read(Slice *slice, const TraceEvent *event)
{
    for (uint32_t i = 0; i < event->size && i < ACCESS_LIMIT; i++)
        *map_insert(&slice->bytes, event->address + i) = 1;
}

static void pass(Slice *slice)
{
    const Trace *trace = slice->trace;
    map_free(&slice->bytes);
    uint32_t arrow = slice->arrows.count; // they are in the order of their ends
    for (uint32_t i = 0; i < slice->next.count; i++)
        slice->next.data[i] = NONE;
    for (uint32_t i = trace->events.count; i-- > 0;) {
        const TraceEvent *event = &trace->events.data[i];
        if (!slice->relevant->data[i] && (matters_later(slice, i) || is_read_later(slice, event)))
            mark(slice, i);
        while (arrow && slice->arrows.data[arrow - 1].to > i)
            arrow--;
        if (!slice->relevant->data[i])
            continue;
        slice->next.data[event->thread] = i;
        if (event->kind == EVENT_read || event->kind == EVENT_update)
            note_read(slice, event);
        if (takes_lock(event->kind) && slice->release.data[i] != NONE)
            mark(slice, slice->release.data[i]);
        if (event->kind == EVENT_barrier_leave)
            *map_insert(&slice->barriers, event->address) = 1;
        for (uint32_t j = arrow; j > 0 && slice->arrows.data[j - 1].to == i; j--)
            if (slice->arrows.data[j - 1].kind != ARROW_LOCK || event->kind == EVENT_semaphore_wait)
                mark(slice, slice->arrows.data[j - 1].from);
    }
}

void relevant_find(const Trace *trace, Relevance *relevant)
{
    Slice slice = {.trace = trace, .relevant = relevant};
    relevant->count = 0;
    vector_resize(relevant, trace->events.count);
    uint32_t threads = trace->thread_names.count;
    for (uint32_t i = 0; i < trace->events.count; i++)
        threads = trace->events.data[i].thread >= threads ? trace->events.data[i].thread + 1 : threads;
    vector_resize(&slice.next, threads);
    vector_resize(&slice.involved, threads);
    arrows_find(trace, &slice.arrows);
    find_releases(&slice);
    if (trace->end != TRACE_VIOLATION || trace->property == PROPERTY_LEAK || !mark_roots(&slice))
        for (uint32_t i = 0; i < relevant->count; i++)
            relevant->data[i] = true;
    explain_mark(trace, relevant->data);
    for (uint32_t i = 0; i < relevant->count; i++)
        slice.involved.data[trace->events.data[i].thread] |= relevant->data[i];
    for (slice.changed = trace->end == TRACE_VIOLATION; slice.changed;) {
        slice.changed = false;
        pass(&slice);
        mark_results(&slice);
    }
    vector_free(&slice.arrows);
    vector_free(&slice.release);
    vector_free(&slice.next);
    vector_free(&slice.involved);
    map_free(&slice.barriers);
    map_free(&slice.bytes);
}
