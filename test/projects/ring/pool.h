/*
 * A bounded pool of messages. Free ones are on a list whose head is one word: the number of the first message, and a
 * tag that counts removals, so that a head that came back is not taken for the one that was read.
 */
#ifndef POOL_H
#define POOL_H

#include "port.h"

enum { POOL_MESSAGES = 3 };

struct message {
    uint32_t next; /* of a free one: the number of the next, or none */
    uint32_t sender;
    uint32_t sequence;
    uint32_t seal; /* of what was written above; see message_seal */
};

struct pool {
    PORT_ALIGNED uint32_t head; /* number | tag << POOL_TAG_SHIFT */
    struct message messages[POOL_MESSAGES];
};

void pool_init(struct pool *pool);

/* NULL if there is none. */
struct message *pool_get(struct pool *pool);
void pool_put(struct pool *pool, struct message *message);

/* The same with pauses until there is one. */
struct message *pool_wait(struct pool *pool);

void message_seal(struct message *message);
bool message_is_sealed(const struct message *message);

#endif
