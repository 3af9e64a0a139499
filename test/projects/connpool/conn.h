/*
 * A connection: what is asked is answered from a buffer of its own. Whoever has acquired it uses it alone; its lock is
 * for its health, which others look at and change, too.
 */
#ifndef CONN_H
#define CONN_H

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

enum { CONN_BUFFER = 4 };

enum conn_health { CONN_HEALTHY, CONN_BROKEN };

struct conn {
    pthread_mutex_t lock;
    enum conn_health health; /* under lock */
    bool busy;               /* somebody has acquired it; under the pool's lock, like all that follows */
    time_t opened;
    time_t idle_since;
    struct conn *next;      /* of those that are idle */
    struct conn *next_open; /* of all */
    char *buffer;           /* its user's */
};

struct conn *conn_open(time_t now); /* NULL: no memory */
void conn_close(struct conn *conn);

/* Sends a request and returns the answer. */
int conn_ask(struct conn *conn, char request);

void conn_break(struct conn *conn);
bool conn_is_healthy(struct conn *conn);

#endif
