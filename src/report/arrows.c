// One pass over the events. What an event takes up is the last that came before: the last write of the bytes it reads,
// the last release of the lock it takes. Indices are kept plus 1, since a map has 0 for what is missing.
#include "report/arrows.h"

#include "base/map.h"
#include "base/none.h"

// The machine accesses a word at once; a recording may say anything, and counts up to this number of bytes.
enum { ACCESS_LIMIT = 64 };

typedef struct Search {
    const Trace *trace;
    ArrowList *arrows;
    Map writes;     // by address of a byte: who wrote it last
    Map stamps;     // of atomic writes where memory is weak (Event.written)
    Map releases;   // by address of a lock, semaphore or barrier
    Map broadcasts; // by address of a condition variable
    Map creations;  // by the created thread
    Map exits;      // by thread
    Map waits;      // by thread: its last wait
    Map signals;    // by thread: who woke it
} Search;

static uint32_t recall(const Map *map, uint64_t key)
{
    const uint64_t *found = map_find(map, key);
    return found ? (uint32_t)*found : 0;
}

static void point(Search *search, uint32_t from, uint32_t to, ArrowKind kind)
{
    if (from)
        vector_push(search->arrows, (Arrow){from - 1, to, kind});
}

static void point_across(Search *search, uint32_t from, uint32_t to, ArrowKind kind)
{
    const TraceEvent *events = search->trace->events.data;
    if (from && events[from - 1].thread != events[to].thread)
        point(search, from, to, kind);
}

static uint32_t accessed_bytes(const TraceEvent *event)
{
    return event->size < ACCESS_LIMIT ? event->size : ACCESS_LIMIT;
}

// Where memory is weak a read need not see the last write.
static void take_older_value(Search *search, uint32_t index)
{
    const TraceEvent *event = &search->trace->events.data[index];
    uint32_t source = event->taken ? recall(&search->stamps, event->taken) : 0;
    uint32_t last = recall(&search->writes, event->address);
    point(search, source, index, ARROW_VALUE);
    if (last > source && search->trace->events.data[last - 1].weak)
        point_across(search, last, index, ARROW_MISSED);
}

// One arrow from each writer of a part of the value, in their order.
static void take_value(Search *search, uint32_t index)
{
    const TraceEvent *event = &search->trace->events.data[index];
    if (event->weak) {
        take_older_value(search, index);
        return;
    }
    for (uint32_t last = 0, next;; last = next) {
        next = NONE;
        for (uint32_t i = 0; i < accessed_bytes(event); i++) {
            uint32_t writer = recall(&search->writes, event->address + i);
            next = writer > last && writer < next ? writer : next;
        }
        if (next == NONE)
            return;
        point(search, next, index, ARROW_VALUE);
    }
}

static void leave_value(Search *search, uint32_t index)
{
    const TraceEvent *event = &search->trace->events.data[index];
    if (event->written)
        *map_insert(&search->stamps, event->written) = index + 1;
    for (uint32_t i = 0; i < accessed_bytes(event); i++)
        *map_insert(&search->writes, event->address + i) = index + 1;
}

// A signal names whom it wakes, a broadcast wakes whoever waited then, or one thread that it names. A wait may also end by itself.
static void wake(Search *search, uint32_t index)
{
    const TraceEvent *event = &search->trace->events.data[index];
    uint32_t waited = recall(&search->waits, event->thread);
    uint32_t signal = recall(&search->signals, event->thread);
    uint32_t broadcast = recall(&search->broadcasts, event->address);
    uint32_t waker = signal > broadcast ? signal : broadcast;
    if (waker > waited)
        point_across(search, waker, index, ARROW_WAKING);
}

static void follow_event(Search *search, uint32_t index)
{
    const TraceEvent *event = &search->trace->events.data[index];
    switch (event->kind) {
    case EVENT_read:
        take_value(search, index);
        return;
    case EVENT_update:
        take_value(search, index);
        leave_value(search, index);
        return;
    case EVENT_write:
        leave_value(search, index);
        return;
    case EVENT_unlock:
    case EVENT_rwlock_unlock:
    case EVENT_semaphore_post:
    case EVENT_once_end:
    case EVENT_barrier_arrive:
        *map_insert(&search->releases, event->address) = index + 1;
        return;
    case EVENT_lock:
    case EVENT_read_lock:
    case EVENT_write_lock:
    case EVENT_semaphore_wait:
    case EVENT_once_begin:
        point_across(search, recall(&search->releases, event->address), index, ARROW_LOCK);
        return;
    case EVENT_barrier_leave:
        point_across(search, recall(&search->releases, event->address), index, ARROW_WAKING);
        return;
    case EVENT_wait: // `value` is the lock it gives up
        *map_insert(&search->releases, event->value) = index + 1;
        *map_insert(&search->waits, event->thread) = index + 1;
        return;
    case EVENT_signal:
    case EVENT_broadcast:
        if (event->other != NO_THREAD)
            *map_insert(&search->signals, event->other) = index + 1;
        else if (event->kind == EVENT_broadcast)
            *map_insert(&search->broadcasts, event->address) = index + 1;
        return;
    case EVENT_wake:
        wake(search, index);
        return;
    case EVENT_create:
        *map_insert(&search->creations, event->other) = index + 1;
        return;
    case EVENT_start:
        point(search, recall(&search->creations, event->thread), index, ARROW_THREAD);
        return;
    case EVENT_exit:
        *map_insert(&search->exits, event->thread) = index + 1;
        return;
    case EVENT_join:
        point(search, recall(&search->exits, event->other), index, ARROW_THREAD);
        return;
    default:
        return;
    }
}

void arrows_find(const Trace *trace, ArrowList *arrows)
{
    Search search = {.trace = trace, .arrows = arrows};
    for (uint32_t i = 0; i < trace->events.count; i++)
        follow_event(&search, i);
    map_free(&search.writes);
    map_free(&search.stamps);
    map_free(&search.releases);
    map_free(&search.broadcasts);
    map_free(&search.creations);
    map_free(&search.exits);
    map_free(&search.waits);
    map_free(&search.signals);
}
