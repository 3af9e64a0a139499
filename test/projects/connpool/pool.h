/*
 * A pool of connections: at most `most` are open at a time. Who acquires one when all are busy waits, in the order of
 * arrival and up to a time limit. The reaper, a thread of the pool, closes those that nobody has used for long, that are
 * too old, or that are broken.
 */
#ifndef POOL_H
#define POOL_H

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#include "waiter.h"

struct conn;

struct pool_config {
    unsigned most;           /* connections */
    time_t idle_seconds;     /* after which an idle one is closed */
    time_t life_seconds;     /* after which any is closed when it is idle */
    long sweep_milliseconds; /* from one look of the reaper to the next */
    unsigned sweeps;         /* after which the reaper ends; 0: when the pool is closed */
};

struct pool {
    struct pool_config config;
    pthread_mutex_t lock; /* of all that follows; taken before the lock of a connection */
    struct conn *idle;
    struct conn *all;
    struct waiter_queue waiters;
    unsigned open; /* connections, idle and busy */
    unsigned busy;
    bool closing;
    pthread_cond_t drained; /* busy is 0 */
    pthread_cond_t closed;  /* closing; the reaper waits for it */
    pthread_t reaper;
};

int pool_init(struct pool *pool, const struct pool_config *config);

/* 0, ETIMEDOUT, ECANCELED if the pool is being closed, or ENOMEM. */
int pool_acquire(struct pool *pool, long milliseconds, struct conn **conn);
void pool_release(struct pool *pool, struct conn *conn);

/*
 * Sends those away who wait, breaks the connections that are used and waits until they are given back. From then on
 * nobody gets any.
 */
void pool_close(struct pool *pool);

/* After pool_close, when nobody uses the pool any more. */
void pool_destroy(struct pool *pool);

/* For the reaper: closes what is due of the idle ones. The lock is held. */
void pool_sweep(struct pool *pool, time_t now);
void *reaper_run(void *pool);

#endif
