/*
 * The free list is a stack. `next` of a message that somebody else has just taken may be read here, and then the tag
 * has changed and the exchange fails; so `next` is read and written by atomic operations.
 */
#include "pool.h"

#include <stddef.h>

enum { POOL_TAG_SHIFT = 8, POOL_NUMBER_MASK = (1 << POOL_TAG_SHIFT) - 1, POOL_NONE = POOL_NUMBER_MASK };

static uint32_t number_of(uint32_t head)
{
    return head & POOL_NUMBER_MASK;
}

/* The head with another number; a removal changes the tag. */
static uint32_t head_with(uint32_t head, uint32_t number, uint32_t removals)
{
    return ((head >> POOL_TAG_SHIFT) + removals) << POOL_TAG_SHIFT | number;
}

void pool_init(struct pool *pool)
{
    for (uint32_t i = 0; i < POOL_MESSAGES; i++)
        pool->messages[i] = (struct message){.next = i + 1 < POOL_MESSAGES ? i + 1 : POOL_NONE};
    pool->head = 0;
}

struct message *pool_get(struct pool *pool)
{
    uint32_t head = port_load_acquire(&pool->head);
    uint32_t next;
    do {
        if (number_of(head) == POOL_NONE)
            return NULL;
        next = port_load(&pool->messages[number_of(head)].next);
#if BUG == 7 /* without a tag: a message that was taken and put back meanwhile, and `next` is not free any more */
    } while (!port_cas(&pool->head, &head, head_with(head, next, 0)));
#else
    } while (!port_cas(&pool->head, &head, head_with(head, next, 1)));
#endif
    return &pool->messages[number_of(head)];
}

void pool_put(struct pool *pool, struct message *message)
{
    uint32_t number = (uint32_t)(message - pool->messages);
    uint32_t head = port_load(&pool->head);
    do
        port_store(&message->next, number_of(head));
    while (!port_cas(&pool->head, &head, head_with(head, number, 0)));
}

struct message *pool_wait(struct pool *pool)
{
    struct message *message;
    while (!(message = pool_get(pool)))
        port_pause();
    return message;
}

static uint32_t seal_of(const struct message *message)
{
    return message->sender << 16 ^ message->sequence ^ 0x5ea1;
}

void message_seal(struct message *message)
{
    message->seal = seal_of(message);
}

bool message_is_sealed(const struct message *message)
{
    return message->seal == seal_of(message);
}
