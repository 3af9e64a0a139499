#include "conn.h"

#include <stdlib.h>

struct conn *conn_open(time_t now)
{
    struct conn *conn = calloc(1, sizeof *conn);
    if (!conn)
        return NULL;
    conn->buffer = calloc(CONN_BUFFER, 1);
    if (!conn->buffer) {
        free(conn);
        return NULL;
    }
    pthread_mutex_init(&conn->lock, NULL);
    conn->opened = conn->idle_since = now;
    return conn;
}

void conn_close(struct conn *conn)
{
    pthread_mutex_destroy(&conn->lock);
    free(conn->buffer);
    free(conn);
}

int conn_ask(struct conn *conn, char request)
{
    conn->buffer[0] = request;
    for (int i = 1; i < CONN_BUFFER; i++)
        conn->buffer[i] = (char)(conn->buffer[i - 1] + 1);
    return conn->buffer[CONN_BUFFER - 1];
}

void conn_break(struct conn *conn)
{
    pthread_mutex_lock(&conn->lock);
    conn->health = CONN_BROKEN;
    pthread_mutex_unlock(&conn->lock);
}

bool conn_is_healthy(struct conn *conn)
{
    pthread_mutex_lock(&conn->lock);
    bool healthy = conn->health == CONN_HEALTHY;
    pthread_mutex_unlock(&conn->lock);
    return healthy;
}
