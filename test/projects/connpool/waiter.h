/*
 * Those who wait for a connection, first come, first served. A waiter is a local variable of who waits. All of it is
 * under the lock of the pool.
 */
#ifndef WAITER_H
#define WAITER_H

#include <pthread.h>
#include <stdbool.h>

struct conn;

struct waiter {
    pthread_cond_t ready;
    struct conn *conn; /* what it was given */
    bool dismissed;    /* there will be none */
    struct waiter *next;
};

struct waiter_queue {
    struct waiter *first, **end;
};

void waiter_queue_init(struct waiter_queue *queue);
void waiter_enter(struct waiter_queue *queue, struct waiter *waiter);

/* Takes a waiter out who is still there. */
void waiter_leave(struct waiter_queue *queue, struct waiter *waiter);

/* The first one gets the connection; false if nobody waits. */
bool waiter_serve(struct waiter_queue *queue, struct conn *conn);

/* Everybody is sent away. */
void waiter_dismiss_all(struct waiter_queue *queue);

#endif
