#include "predict/past.h"

static void forget(Past *past, uint32_t index)
{
    for (uint32_t i = index + 1; i < past->events.count; i++)
        past->events.data[i - 1] = past->events.data[i];
    vector_drop(&past->events);
}

// Forgets the last event by which the thread took the lock.
static void forget_lock(Past *past, uint32_t thread, uint64_t lock)
{
    for (uint32_t i = past->events.count; i-- > 0;) {
        const Event *event = &past->events.data[i];
        if (event_kind_locks(event->kind) && event->thread == thread && event->address == lock) {
            forget(past, i);
            return;
        }
    }
}

static bool somebody_waits(const Past *past, uint32_t before, uint64_t condition)
{
    for (uint32_t i = 0; i < before; i++)
        if (past->events.data[i].kind == EVENT_wait && past->events.data[i].address == condition)
            return true;
    return false;
}

// The wait of the thread is over. What has ended it matters no more, nor what was told to all if nobody of them waits.
static void forget_wait(Past *past, uint32_t thread, uint64_t condition)
{
    for (uint32_t i = past->events.count; i-- > 0;) {
        const Event *event = &past->events.data[i];
        if ((event->kind == EVENT_wait && event->thread == thread) ||
            (event->kind == EVENT_signal && event->other == thread))
            forget(past, i);
    }
    for (uint32_t i = past->events.count; i-- > 0;)
        if (past->events.data[i].kind == EVENT_broadcast && past->events.data[i].address == condition &&
            !somebody_waits(past, i, condition))
            forget(past, i);
}

static bool is_of_barrier(const Event *event, uint64_t barrier)
{
    return (event->kind == EVENT_barrier_arrive || event->kind == EVENT_barrier_leave) && event->address == barrier;
}

// The event by which a thread left the barrier that it arrived at by the event `arrival`, or the number of events.
static uint32_t find_departure(const Past *past, uint32_t arrival)
{
    const Event *arrived = &past->events.data[arrival];
    for (uint32_t i = arrival + 1; i < past->events.count; i++)
        if (past->events.data[i].kind == EVENT_barrier_leave && past->events.data[i].thread == arrived->thread &&
            past->events.data[i].address == arrived->address)
            return i;
    return past->events.count;
}

// Forgets the oldest round of the barrier once all have left it.
static void forget_round(Past *past, uint64_t barrier)
{
    uint32_t members = 0, parties = 0;
    VECTOR(uint32_t) round = {0};
    for (uint32_t i = 0; i < past->events.count && (!parties || members < parties); i++) {
        if (past->events.data[i].kind != EVENT_barrier_arrive || !is_of_barrier(&past->events.data[i], barrier))
            continue;
        parties = (uint32_t)past->events.data[i].parties;
        uint32_t departure = find_departure(past, i);
        if (departure == past->events.count)
            break;
        members++;
        vector_push(&round, i);
        vector_push(&round, departure);
    }
    if (parties && members == parties) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < past->events.count; i++) {
            bool gone = false;
            for (uint32_t j = 0; j < round.count; j++)
                gone |= round.data[j] == i;
            if (!gone)
                past->events.data[kept++] = past->events.data[i];
        }
        past->events.count = kept;
    }
    vector_free(&round);
}

void past_note(void *context, const Machine *machine, const Event *event)
{
    (void)machine;
    Past *past = context;
    switch (event->kind) {
    case EVENT_create:
    case EVENT_start:
    case EVENT_exit:
    case EVENT_join:
    case EVENT_detach:
    case EVENT_lock:
    case EVENT_read_lock:
    case EVENT_write_lock:
    case EVENT_barrier_arrive:
    case EVENT_once_end:
        vector_push(&past->events, *event);
        break;
    case EVENT_once_begin: // those that found it done learn no more
        if (event->value)
            vector_push(&past->events, *event);
        break;
    case EVENT_unlock:
    case EVENT_rwlock_unlock:
        forget_lock(past, event->thread, event->address);
        break;
    case EVENT_wait:
        forget_lock(past, event->thread, event->value);
        vector_push(&past->events, *event);
        break;
    case EVENT_wake:
        forget_wait(past, event->thread, event->address);
        break;
    case EVENT_signal:
        if (event->other != NO_THREAD)
            vector_push(&past->events, *event);
        break;
    case EVENT_broadcast:
        if (somebody_waits(past, past->events.count, event->address))
            vector_push(&past->events, *event);
        break;
    case EVENT_barrier_leave:
        vector_push(&past->events, *event);
        forget_round(past, event->address);
        break;
    default:
        break;
    }
}

void past_free(Past *past)
{
    vector_free(&past->events);
}
