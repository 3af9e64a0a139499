// From when to when memory and synchronisation objects can be used, who uses them in the run, and whether a violation
// is the doing of others who ended such a life.
#include "encode/concurrent_trace.h"

static bool uses_object(const TraceEvent *event)
{
    switch (event->kind) {
    case EVENT_wake: // whose time is over; who was woken has left
        return event->value != 0;
    case EVENT_lock:
    case EVENT_lock_failed:
    case EVENT_use:
    case EVENT_unlock:
    case EVENT_wait:
    case EVENT_signal:
    case EVENT_broadcast:
    case EVENT_read_lock:
    case EVENT_write_lock:
    case EVENT_rwlock_unlock:
    case EVENT_barrier_arrive:
    case EVENT_semaphore_wait:
    case EVENT_semaphore_post:
    case EVENT_semaphore_read:
        return true;
    default:
        return false;
    }
}

static void add_lifetime(ConcurrentTrace *concurrent, Ending ending, EventId use, bool begins)
{
    if (concurrent->events.data[ending.event].thread == concurrent->events.data[use].thread)
        return;
    vector_push(&concurrent->lifetimes, (Lifetime){ending, use, begins});
}

static bool uses_memory(const TraceEvent *event)
{
    return event_kind_accesses(event->kind) || uses_object(event);
}

static bool overlaps(const TraceEvent *recorded, uint64_t low, uint64_t size)
{
    return recorded->address + (recorded->size ? recorded->size : 1) > low && recorded->address < low + size;
}

bool concurrent_trace_frees(const TraceEvent *event, const TraceEvent *violation)
{
    return event->kind == EVENT_free && overlaps(violation, event->address, event->size ? event->size : 1);
}

bool concurrent_trace_retires(const ConcurrentTrace *concurrent, const Retired *retired, const TraceEvent *violation)
{
    return concurrent->events.data[retired->ending.event].thread != violation->thread &&
           overlaps(violation, retired->address, retired->size);
}

static void find_uses_of_retired(ConcurrentTrace *concurrent)
{
    for (uint32_t i = 0; i < concurrent->retired.count; i++) {
        const Retired *retired = &concurrent->retired.data[i];
        if (concurrent_trace_stopped(concurrent))
            return;
        for (EventId use = 0; use < concurrent->events.count && concurrent->events.data[use].trace < retired->trace;
             use++) {
            const TraceEvent *recorded = concurrent_trace_recorded(concurrent, use);
            if (uses_memory(recorded) && overlaps(recorded, retired->address, retired->size))
                add_lifetime(concurrent, retired->ending, use, false);
        }
    }
}

// Whether an object that was in order before is another one when it is initialised again. A lock or a condition
// variable is not, because nobody may hold it or wait at it then.
static bool begins_anew(const ConcurrentTrace *concurrent, const TraceEvent *begin)
{
    bool anew = begin->initial != 0;
    for (EventId i = 0; i < concurrent->events.count; i++) {
        EventKind kind = concurrent->events.data[i].kind;
        anew |= (kind == EVENT_semaphore_wait || kind == EVENT_semaphore_post || kind == EVENT_semaphore_read ||
                 kind == EVENT_barrier_arrive) &&
                concurrent_trace_recorded(concurrent, i)->address == begin->address;
    }
    return anew;
}

// Uses of memory that was freed later, and of synchronisation objects destroyed later.
static void find_uses_before_end(ConcurrentTrace *concurrent)
{
    Map blocks = {0}; // base -> size of heap blocks
    for (EventId end = 0; end < concurrent->events.count; end++) {
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, end);
        if (recorded->kind == EVENT_allocate)
            *map_insert(&blocks, recorded->address) = recorded->value;
        bool frees = recorded->kind == EVENT_free, destroys = recorded->kind == EVENT_sync_destroy;
        if (!frees && !destroys)
            continue;
        const uint64_t *known = map_find(&blocks, recorded->address);
        uint64_t size = recorded->size ? recorded->size : known ? *known : 1;
        if (destroys)
            size = 1;
        if (concurrent_trace_stopped(concurrent))
            break;
        for (EventId use = 0; use < end; use++) {
            const TraceEvent *other = concurrent_trace_recorded(concurrent, use);
            if ((frees ? uses_memory(other) : uses_object(other)) && overlaps(other, recorded->address, size))
                add_lifetime(concurrent, (Ending){.event = end}, use, false);
        }
    }
    map_free(&blocks);
}

// Uses of synchronisation objects that were initialised before.
static void find_uses_after_begin(ConcurrentTrace *concurrent)
{
    Map initialised = {0}; // synchronisation object -> latest sync_init + 1
    for (EventId event = 0; event < concurrent->events.count; event++) {
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, event);
        if (recorded->kind == EVENT_sync_init) {
            if (recorded->again && !begins_anew(concurrent, recorded))
                continue; // nobody needs it
            *map_insert(&initialised, recorded->address) = event + 1;
        } else if (uses_object(recorded)) {
            const uint64_t *begin = map_find(&initialised, recorded->address);
            if (begin)
                add_lifetime(concurrent, (Ending){.event = (EventId)(*begin - 1)}, event, true);
        }
    }
    map_free(&initialised);
}

void concurrent_trace_find_lifetimes(ConcurrentTrace *concurrent)
{
    find_uses_of_retired(concurrent);
    find_uses_before_end(concurrent);
    if (!concurrent_trace_stopped(concurrent))
        find_uses_after_begin(concurrent);
}

// A use needs the initialisation, unless fixed order has settled that; before it, it violates. If the object was in
// order before, it would do something else.
void concurrent_trace_settle_beginnings(ConcurrentTrace *concurrent)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < concurrent->lifetimes.count; i++) {
        Lifetime lifetime = concurrent->lifetimes.data[i];
        const TraceEvent *event = concurrent_trace_recorded(concurrent, lifetime.ending.event);
        if (lifetime.begins)
            concurrent_trace_add_precedence(concurrent, lifetime.ending.event, lifetime.use);
        if (lifetime.begins && event->again)
            concurrent_trace_leave_unasked(concurrent, "what an object does before it is initialised again", event);
        else
            concurrent->lifetimes.data[kept++] = lifetime;
    }
    concurrent->lifetimes.count = kept;
}

// --- Who has an object

// The threads of a round have it to themselves until all have come.
static void list_barrier_holds(const ConcurrentTrace *concurrent, const BarrierRound *round, uint32_t thread,
                               HoldList *out)
{
    bool complete = round->arrivals.count >= concurrent_trace_recorded(concurrent, round->arrivals.data[0])->parties;
    for (uint32_t i = 0; i < round->arrivals.count; i++) {
        EventId arrival = round->arrivals.data[i];
        uint32_t own = concurrent->events.data[arrival].thread;
        for (uint32_t j = 0; j < round->arrivals.count && complete && own != thread; j++)
            if (j != i)
                vector_push(out, (Hold){own, arrival, round->arrivals.data[j]});
        if (!complete && own != thread)
            vector_push(out, (Hold){own, arrival, NO_EVENT});
    }
}

void concurrent_trace_list_holds(const ConcurrentTrace *concurrent, uint64_t object, uint32_t thread, HoldList *out)
{
    for (uint32_t i = 0; i < concurrent->sections.count; i++) {
        const Section *section = &concurrent->sections.data[i];
        if (section->lock == object && section->thread != thread)
            vector_push(out, (Hold){section->thread, section->begin, section->end});
    }
    for (uint32_t i = 0; i < concurrent->waits.count; i++) {
        const Wait *wait = &concurrent->waits.data[i];
        if (wait->condition == object && wait->thread != thread)
            vector_push(out, (Hold){wait->thread, wait->begin, wait->wake});
    }
    for (uint32_t i = 0; i < concurrent->barriers.count; i++)
        if (concurrent_trace_recorded(concurrent, concurrent->barriers.data[i].arrivals.data[0])->address == object)
            list_barrier_holds(concurrent, &concurrent->barriers.data[i], thread, out);
}

void concurrent_trace_list_waits_with_another_mutex(const ConcurrentTrace *concurrent, EventId wait, HoldList *out)
{
    const TraceEvent *own = concurrent_trace_recorded(concurrent, wait);
    for (uint32_t i = 0; i < concurrent->waits.count; i++) {
        const Wait *other = &concurrent->waits.data[i];
        if (other->condition == own->address && other->thread != own->thread &&
            concurrent_trace_recorded(concurrent, other->begin)->value != own->value)
            vector_push(out, (Hold){other->thread, other->begin, other->wake});
    }
}

// --- Who is to blame for a violation

typedef enum Blame {
    BLAME_ITSELF, // whoever comes there violates
    BLAME_OTHERS, // the thread could go on if others had not done, or had done, something
    BLAME_UNCLEAR,
} Blame;

static Blame blame_for_state(const ConcurrentTrace *concurrent, const TraceEvent *violation)
{
    bool others_begin = false, others_end = false, ended = false;
    for (EventId i = 0; i < concurrent->events.count; i++) {
        const TraceEvent *event = concurrent_trace_recorded(concurrent, i);
        bool begins = event->kind == EVENT_sync_init, ends = event->kind == EVENT_sync_destroy;
        if (event->address != violation->address || (!begins && !ends))
            continue;
        if (event->thread == violation->thread)
            ended = ends;
        others_begin |= begins && event->thread != violation->thread;
        others_end |= ends && event->thread != violation->thread;
    }
    if (others_begin && (others_end || ended))
        return BLAME_UNCLEAR;
    return others_begin || (others_end && !ended) ? BLAME_OTHERS : BLAME_ITSELF;
}

static Blame find_blame(const ConcurrentTrace *concurrent, const TraceEvent *violation)
{
    switch ((Cause)violation->cause) {
    case CAUSE_OWN:
        return BLAME_ITSELF;
    case CAUSE_IN_USE:
        return BLAME_OTHERS;
    case CAUSE_STATE:
        return blame_for_state(concurrent, violation);
    case CAUSE_MEMORY:
        for (EventId i = 0; i < concurrent->events.count; i++)
            if (concurrent->events.data[i].thread != violation->thread &&
                concurrent_trace_frees(concurrent_trace_recorded(concurrent, i), violation))
                return BLAME_OTHERS;
        for (uint32_t i = 0; i < concurrent->retired.count; i++)
            if (concurrent_trace_retires(concurrent, &concurrent->retired.data[i], violation))
                return BLAME_OTHERS;
        return BLAME_ITSELF;
    case CAUSE_JOINED:
        for (EventId i = 0; i < concurrent->events.count; i++)
            if (concurrent->events.data[i].thread != violation->thread &&
                (concurrent->events.data[i].kind == EVENT_join || concurrent->events.data[i].kind == EVENT_detach))
                return BLAME_UNCLEAR;
        return BLAME_ITSELF;
    }
    return BLAME_UNCLEAR;
}

// A thread that violates stands there at its end. If it is the doing of others it could have gone on; else whoever
// comes there violates: that is a check that never holds.
void concurrent_trace_blame(ConcurrentTrace *concurrent, const uint32_t *violations, uint32_t count)
{
    for (uint32_t i = 0; i < count && !concurrent_trace_stopped(concurrent); i++) {
        const TraceEvent *violation = &concurrent->trace->events.data[violations[i]];
        ConcurrentThread *thread = &concurrent->threads.data[violation->thread];
        if (violation->property == PROPERTY_DEADLOCK || violation->property == PROPERTY_RACE ||
            violation->property == PROPERTY_LEAK)
            continue;
        switch (find_blame(concurrent, violation)) {
        case BLAME_OTHERS:
            thread->blocked = violations[i] + 1;
            break;
        case BLAME_UNCLEAR:
            concurrent_trace_leave_unasked(concurrent, "whether another order avoids a misuse", violation);
            break;
        case BLAME_ITSELF:
            vector_push(&thread->conditions, (Condition){thread->events.count, violations[i], EVENT_check,
                                                         term_boolean(concurrent->terms, false), false});
            break;
        }
    }
}
