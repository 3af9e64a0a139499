#include "machine/synchronise.h"

static void create_thread(ThreadClocks *clocks, uint32_t parent, uint32_t child)
{
    if (child == NO_THREAD)
        return;
    thread_clocks_at(clocks, child);
    // Both clocks are looked up after there is room for both.
    thread_clocks_at(clocks, parent);
    thread_clocks_release(clocks, parent, thread_clocks_at(clocks, child));
}

static void join_thread(ThreadClocks *clocks, uint32_t thread, uint32_t other)
{
    if (other == NO_THREAD)
        return;
    thread_clocks_at(clocks, other);
    thread_clocks_at(clocks, thread);
    thread_clocks_acquire(clocks, thread, thread_clocks_at(clocks, other));
}

static void enter_section(Synchronisation *synchronisation, uint32_t thread)
{
    thread_clocks_acquire(&synchronisation->clocks, thread, &synchronisation->section);
    vector_push(&synchronisation->inside, thread);
}

static void leave_section(Synchronisation *synchronisation, uint32_t thread)
{
    thread_clocks_release(&synchronisation->clocks, thread, &synchronisation->section);
    for (uint32_t i = 0; i < synchronisation->inside.count; i++)
        if (synchronisation->inside.data[i] == thread) {
            synchronisation->inside.data[i] = vector_last(&synchronisation->inside);
            vector_drop(&synchronisation->inside);
            return;
        }
}

bool synchronise_is_inside(const Synchronisation *synchronisation, uint32_t thread)
{
    for (uint32_t i = 0; i < synchronisation->inside.count; i++)
        if (synchronisation->inside.data[i] == thread)
            return true;
    return false;
}

static void use_object(Synchronisation *synchronisation, const Event *event)
{
    uint32_t thread = event->thread;
    ThreadClocks *clocks = &synchronisation->clocks;
    Channel *channel = channels_at(&synchronisation->objects, event->address);
    switch (event->kind) {
    case EVENT_wake:
        if (!event->value && !event->unsignalled)
            thread_clocks_acquire(clocks, thread, &channel->released);
        return;
    case EVENT_wait:
        thread_clocks_release(clocks, thread, &channels_at(&synchronisation->objects, event->value)->released);
        return;
    case EVENT_write_lock:
        channel_lock_to_write(channel, clocks, thread);
        return;
    case EVENT_rwlock_unlock:
        channel_unlock(channel, clocks, thread);
        return;
    case EVENT_barrier_arrive:
        channel_arrive(channel, clocks, thread);
        return;
    case EVENT_barrier_leave:
        channel_leave(channel, clocks, thread);
        return;
    case EVENT_sync_destroy:
        channel_clear(channel);
        return;
    default:
        if (event_kind_acquires(event->kind))
            thread_clocks_acquire(clocks, thread, &channel->released);
        if (event_kind_releases(event->kind))
            thread_clocks_release(clocks, thread, &channel->released);
        return;
    }
}

void synchronise(Synchronisation *synchronisation, const Event *event)
{
    switch (event->kind) {
    case EVENT_create:
        create_thread(&synchronisation->clocks, event->thread, event->other);
        return;
    case EVENT_join:
        join_thread(&synchronisation->clocks, event->thread, event->other);
        return;
    case EVENT_atomic_begin:
        enter_section(synchronisation, event->thread);
        return;
    case EVENT_atomic_end:
        leave_section(synchronisation, event->thread);
        return;
    default:
        if (event->address && !event_kind_accesses(event->kind) && event->kind != EVENT_allocate)
            use_object(synchronisation, event);
        return;
    }
}

void synchronise_copy(Synchronisation *to, const Synchronisation *from)
{
    *to = (Synchronisation){0};
    thread_clocks_copy(&to->clocks, &from->clocks);
    channels_copy(&to->objects, &from->objects);
    clock_set(&to->section, &from->section);
    for (uint32_t i = 0; i < from->inside.count; i++)
        vector_push(&to->inside, from->inside.data[i]);
}

void synchronise_free(Synchronisation *synchronisation)
{
    thread_clocks_free(&synchronisation->clocks);
    channels_free(&synchronisation->objects);
    vector_free(&synchronisation->section);
    vector_free(&synchronisation->inside);
}

uint64_t synchronise_hash(const Synchronisation *synchronisation, uint64_t hash)
{
    for (uint32_t i = 0; i < synchronisation->clocks.list.count; i++)
        hash = clock_hash(&synchronisation->clocks.list.data[i], hash);
    hash = clock_hash(&synchronisation->section, hash);
    return channels_hash(&synchronisation->objects, hash);
}
