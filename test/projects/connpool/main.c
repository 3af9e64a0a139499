/*
 * Clients of a pool with fewer connections than clients. One of them finds that its connection is broken. The pool is
 * closed while they are at it: they get an answer, run out of time, or are sent away.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

#include "conn.h"
#include "pool.h"

static struct pool pool;

static void ask_once(char request, bool breaks)
{
    struct conn *conn;
    int error = pool_acquire(&pool, 100, &conn);
    assert(error == 0 || error == ETIMEDOUT || error == ECANCELED);
    if (error)
        return;
    int answer = conn_ask(conn, request);
    assert(answer == request + CONN_BUFFER - 1);
    if (breaks)
        conn_break(conn);
    pool_release(&pool, conn);
}

static void *client_run(void *argument)
{
    ask_once('a', true);
    return argument;
}

int main(void)
{
    static const struct pool_config config = {
        .most = 1, .idle_seconds = 10, .life_seconds = 600, .sweep_milliseconds = 1500, .sweeps = 1};
    pthread_t client;
    int error = pool_init(&pool, &config);
    assert(!error);
    error = pthread_create(&client, NULL, client_run, NULL);
    assert(!error);
    ask_once('k', false);
    pool_close(&pool);
    pthread_join(client, NULL);
    pool_destroy(&pool);
    return 0;
}
