#include "pool.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>

#include "conn.h"
#include "deadline.h"

static void init_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

int pool_init(struct pool *pool, const struct pool_config *config)
{
    *pool = (struct pool){.config = *config};
    pthread_mutex_init(&pool->lock, NULL);
    init_condition(&pool->drained);
    init_condition(&pool->closed);
    waiter_queue_init(&pool->waiters);
    return pthread_create(&pool->reaper, NULL, reaper_run, pool);
}

/* The lock is held. */
static struct conn *take_idle(struct pool *pool)
{
    struct conn *conn = pool->idle;
    if (conn) {
#if BUG != 3 /* the bug: it stays among the idle ones, and the reaper finds it there */
        pool->idle = conn->next;
#endif
        conn->busy = true;
        pool->busy++;
    }
    return conn;
}

/* The lock is held. */
static struct conn *open_one(struct pool *pool)
{
    struct conn *conn = conn_open(deadline_now().tv_sec);
    if (conn) {
        conn->busy = true;
        conn->next_open = pool->all;
        pool->all = conn;
        pool->open++;
        pool->busy++;
    }
    return conn;
}

/* The lock is held. */
static int wait_for_one(struct pool *pool, long milliseconds, struct conn **conn)
{
    struct timespec end = deadline_after(deadline_now(), milliseconds);
    struct waiter waiter;
    int error = 0;
    waiter_enter(&pool->waiters, &waiter);
    while (!waiter.conn && !waiter.dismissed && error != ETIMEDOUT)
        error = pthread_cond_timedwait(&waiter.ready, &pool->lock, &end);
#if BUG == 1 /* time was up, but somebody may have served the waiter before it had the lock again */
    if (error == ETIMEDOUT) {
        waiter_leave(&pool->waiters, &waiter);
        pthread_cond_destroy(&waiter.ready);
        return error;
    }
#endif
    if (!waiter.conn && !waiter.dismissed)
        waiter_leave(&pool->waiters, &waiter);
    pthread_cond_destroy(&waiter.ready);
    *conn = waiter.conn;
    return waiter.conn ? 0 : waiter.dismissed ? ECANCELED : ETIMEDOUT;
}

int pool_acquire(struct pool *pool, long milliseconds, struct conn **conn)
{
    int error = 0;
    pthread_mutex_lock(&pool->lock);
    if (pool->closing)
        error = ECANCELED;
    else if ((*conn = take_idle(pool)))
        error = 0;
    else if (pool->open < pool->config.most)
        error = (*conn = open_one(pool)) ? 0 : ENOMEM;
    else
        error = wait_for_one(pool, milliseconds, conn);
    pthread_mutex_unlock(&pool->lock);
    return error;
}

/* The lock is held. */
static void discard(struct pool *pool, struct conn *conn)
{
    struct conn **link = &pool->all;
    while (*link != conn)
        link = &(*link)->next_open;
    *link = conn->next_open;
    conn_close(conn);
    pool->open--;
}

/* The lock is held. */
static void put_back(struct pool *pool, struct conn *conn)
{
    conn->busy = false;
    conn->idle_since = deadline_now().tv_sec;
    conn->next = pool->idle;
    pool->idle = conn;
}

void pool_release(struct pool *pool, struct conn *conn)
{
#if BUG == 5 /* its lock is taken before the pool's; pool_close has them in the other order */
    pthread_mutex_lock(&conn->lock);
    bool healthy = conn->health == CONN_HEALTHY;
    pthread_mutex_lock(&pool->lock);
    pthread_mutex_unlock(&conn->lock);
#else
    bool healthy = conn_is_healthy(conn);
    pthread_mutex_lock(&pool->lock);
#endif
    assert(conn->busy);
    if (healthy && !pool->closing && waiter_serve(&pool->waiters, conn)) {
        pthread_mutex_unlock(&pool->lock);
        return; /* it stays busy */
    }
#if BUG == 6 /* the number of open ones is changed without the lock, and the list of them */
    if (healthy)
        put_back(pool, conn);
    if (!--pool->busy)
        pthread_cond_signal(&pool->drained);
    pthread_mutex_unlock(&pool->lock);
    if (!healthy)
        discard(pool, conn);
    return;
#elif BUG == 2 /* a broken one is closed and put back all the same */
    if (!healthy)
        discard(pool, conn);
    put_back(pool, conn);
#else
    if (healthy)
        put_back(pool, conn);
    else
        discard(pool, conn);
#endif
#if BUG == 4 /* who waits for the last one is not told if that was broken */
    if (!--pool->busy && healthy)
        pthread_cond_signal(&pool->drained);
#else
    if (!--pool->busy)
        pthread_cond_signal(&pool->drained);
#endif
    pthread_mutex_unlock(&pool->lock);
}

void pool_sweep(struct pool *pool, time_t now)
{
    struct conn **link = &pool->idle, *conn;
    while ((conn = *link)) {
        bool due = now - conn->idle_since > pool->config.idle_seconds ||
                   now - conn->opened > pool->config.life_seconds || !conn_is_healthy(conn);
        if (!due) {
            link = &conn->next;
            continue;
        }
        *link = conn->next;
        discard(pool, conn);
    }
}

void pool_close(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    waiter_dismiss_all(&pool->waiters);
    for (struct conn *conn = pool->all; conn; conn = conn->next_open)
        if (conn->busy)
            conn_break(conn);
    pthread_cond_signal(&pool->closed);
    while (pool->busy)
        pthread_cond_wait(&pool->drained, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    pthread_join(pool->reaper, NULL);
    struct conn *conn;
    while ((conn = pool->idle)) {
        pool->idle = conn->next;
        discard(pool, conn);
    }
    assert(pool->open == 0);
}

void pool_destroy(struct pool *pool)
{
    pthread_cond_destroy(&pool->closed);
    pthread_cond_destroy(&pool->drained);
    pthread_mutex_destroy(&pool->lock);
}
