/*
 * Two threads exchange messages by a bus, a ring that both write to and both read from.
 *
 * The worker sends what it has, and then lends a hand: what it finds on the bus, be it its own, it passes on to the
 * collector by a ring of their own. The collector sends, too: of two messages that it has taken it gives the first one
 * back, a draft. Then it receives from both rings until it has seen all messages, each once and unharmed, and gives
 * them back to the pool.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include "pool.h"
#include "ring.h"

enum { WORKER, COLLECTOR, SENDERS };
enum { WORKER_MESSAGES = 1, COLLECTOR_MESSAGES = 1, MOST_MESSAGES = 1, ALL_MESSAGES = 2 };
enum { BUS_ENTRIES = POOL_MESSAGES, HANDOVER_ENTRIES = 2, MOST_SLOTS = 4 };

static const uint32_t messages_of[SENDERS] = {WORKER_MESSAGES, COLLECTOR_MESSAGES};

static struct pool pool;
static struct mpmc bus;
static struct spsc handover;
static void *bus_slots[MOST_SLOTS];
static void *handover_slots[MOST_SLOTS];

static void send_message(struct message *message, uint32_t sender, uint32_t sequence)
{
    message->sender = sender;
    message->sequence = sequence;
    message_seal(message);
    bool sent = mpmc_enqueue(&bus, message);
    assert(sent); /* the bus has room for all there are */
}

static void *worker_run(void *argument)
{
    for (uint32_t i = 0; i < WORKER_MESSAGES; i++) {
        send_message(pool_wait(&pool), WORKER, i);
        void *entry;
        if (mpmc_dequeue(&bus, &entry)) {
            assert(entry);
            bool passed = spsc_enqueue(&handover, entry);
            assert(passed);
        }
    }
    return argument;
}

/* The next message from either ring. */
static struct message *receive_message(void)
{
    void *entry;
    while (!spsc_dequeue(&handover, &entry) && !mpmc_dequeue(&bus, &entry))
        port_pause();
    return entry;
}

static void *collector_run(void *argument)
{
    bool seen[SENDERS][MOST_MESSAGES] = {{false}};
    for (uint32_t i = 0; i < COLLECTOR_MESSAGES; i++) {
        struct message *draft = pool_wait(&pool), *message = pool_wait(&pool);
        pool_put(&pool, draft);
        send_message(message, COLLECTOR, i);
    }
    for (uint32_t i = 0; i < ALL_MESSAGES; i++) {
        struct message *message = receive_message();
        assert(message && message_is_sealed(message));
        assert(message->sender < SENDERS && message->sequence < messages_of[message->sender]);
        assert(!seen[message->sender][message->sequence]);
        seen[message->sender][message->sequence] = true;
        pool_put(&pool, message);
    }
    return argument;
}

/* All messages are in the pool again, each once. */
static void check_pool(void)
{
    bool seen[POOL_MESSAGES] = {false};
    for (uint32_t i = 0; i < POOL_MESSAGES; i++) {
        struct message *message = pool_get(&pool);
        assert(message);
        assert(!seen[message - pool.messages]);
        seen[message - pool.messages] = true;
    }
    assert(!pool_get(&pool));
}

/* Before there are others: a ring takes as many entries as it was made for, and returns them in order. */
static void check_order(void)
{
    enum { ENTRIES = 3 };
    struct mpmc ring;
    void *slots[MOST_SLOTS], *entry;
    int items[ENTRIES];
    mpmc_init(&ring, slots, ring_round_up(ENTRIES));
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < ENTRIES; i++) {
            bool entered = mpmc_enqueue(&ring, &items[i]);
            assert(entered);
        }
        assert(mpmc_count(&ring) == ENTRIES);
        for (uint32_t i = 0; i < ENTRIES; i++) {
            bool found = mpmc_dequeue(&ring, &entry);
            assert(found && entry == &items[i]);
        }
        assert(!mpmc_dequeue(&ring, &entry));
    }
}

int main(void)
{
    pthread_t worker, collector;
    check_order();
    uint32_t first = mpmc_made();
    pool_init(&pool);
    mpmc_init(&bus, bus_slots, ring_round_up(BUS_ENTRIES));
    spsc_init(&handover, handover_slots, ring_round_up(HANDOVER_ENTRIES));
    int error = pthread_create(&worker, NULL, worker_run, NULL);
    assert(!error);
    error = pthread_create(&collector, NULL, collector_run, NULL);
    assert(!error);
    pthread_join(worker, NULL);
    pthread_join(collector, NULL);
    assert(mpmc_made() == first + 1 && bus.number == first);
    assert(mpmc_count(&bus) == 0);
    check_pool();
    return 0;
}
