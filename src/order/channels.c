#include "order/channels.h"

Channel *channels_at(Channels *channels, uint64_t address)
{
    uint64_t *index = map_insert(&channels->by_address, address);
    if (!*index) {
        vector_push(&channels->list, (Channel){0});
        *index = channels->list.count;
    }
    return &channels->list.data[*index - 1];
}

void channel_clear(Channel *channel)
{
    vector_free(&channel->released);
    vector_free(&channel->readers);
    vector_free(&channel->gathering);
    vector_free(&channel->gathered);
    channel->held_for_writing = false;
}

void channels_copy(Channels *to, const Channels *from)
{
    *to = (Channels){0};
    map_copy(&to->by_address, &from->by_address);
    vector_resize(&to->list, from->list.count);
    for (uint32_t i = 0; i < from->list.count; i++) {
        const Channel *original = &from->list.data[i];
        Channel *copy = &to->list.data[i];
        clock_set(&copy->released, &original->released);
        clock_set(&copy->readers, &original->readers);
        clock_set(&copy->gathering, &original->gathering);
        for (uint32_t j = 0; j < original->gathered.count; j++)
            vector_push(&copy->gathered, original->gathered.data[j]);
        copy->held_for_writing = original->held_for_writing;
        copy->writer = original->writer;
    }
}

void channels_free(Channels *channels)
{
    for (uint32_t i = 0; i < channels->list.count; i++)
        channel_clear(&channels->list.data[i]);
    vector_free(&channels->list);
    map_free(&channels->by_address);
}

static uint64_t channel_hash(const Channel *channel, uint64_t hash)
{
    hash = clock_hash(&channel->released, hash);
    hash = clock_hash(&channel->readers, hash);
    hash = clock_hash(&channel->gathering, hash);
    hash = hash_bytes(channel->gathered.data, channel->gathered.count * sizeof *channel->gathered.data, hash);
    return hash_word(hash, channel->held_for_writing ? channel->writer + UINT64_C(1) : 0);
}

uint64_t channels_hash(const Channels *channels, uint64_t hash)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < channels->by_address.capacity; i++) {
        const MapEntry *entry = &channels->by_address.entries[i];
        if (entry->used)
            sum += channel_hash(&channels->list.data[entry->value - 1], hash_word(hash, entry->key));
    }
    return hash_word(hash, sum);
}

void channel_arrive(Channel *channel, ThreadClocks *clocks, uint32_t thread)
{
    vector_push(&channel->gathered, thread);
    thread_clocks_release(clocks, thread, &channel->gathering);
}

// A thread may be at the barrier again before the last one has left it: only the first to leave of those that gathered
// closes the round.
void channel_leave(Channel *channel, ThreadClocks *clocks, uint32_t thread)
{
    for (uint32_t i = 0; i < channel->gathered.count; i++) {
        if (channel->gathered.data[i] == thread) {
            clock_join(&channel->released, &channel->gathering);
            channel->gathering.count = 0;
            channel->gathered.count = 0;
            break;
        }
    }
    thread_clocks_acquire(clocks, thread, &channel->released);
}

void channel_lock_to_write(Channel *channel, ThreadClocks *clocks, uint32_t thread)
{
    thread_clocks_acquire(clocks, thread, &channel->released);
    thread_clocks_acquire(clocks, thread, &channel->readers);
    channel->held_for_writing = true;
    channel->writer = thread;
}

void channel_unlock(Channel *channel, ThreadClocks *clocks, uint32_t thread)
{
    if (channel->held_for_writing && channel->writer == thread) {
        channel->held_for_writing = false;
        thread_clocks_release(clocks, thread, &channel->released);
    } else {
        thread_clocks_release(clocks, thread, &channel->readers);
    }
}
