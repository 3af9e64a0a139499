#include "waiter.h"

#include <stddef.h>

void waiter_queue_init(struct waiter_queue *queue)
{
    queue->first = NULL;
    queue->end = &queue->first;
}

/* The time limits of waits are of the monotonic clock. */
static void init_ready(pthread_cond_t *ready)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(ready, &attributes);
    pthread_condattr_destroy(&attributes);
}

void waiter_enter(struct waiter_queue *queue, struct waiter *waiter)
{
    init_ready(&waiter->ready);
    waiter->conn = NULL;
    waiter->dismissed = false;
    waiter->next = NULL;
    *queue->end = waiter;
    queue->end = &waiter->next;
}

static struct waiter *take_first(struct waiter_queue *queue)
{
    struct waiter *waiter = queue->first;
    if (waiter && !(queue->first = waiter->next))
        queue->end = &queue->first;
    return waiter;
}

void waiter_leave(struct waiter_queue *queue, struct waiter *waiter)
{
    struct waiter **link = &queue->first;
    while (*link && *link != waiter)
        link = &(*link)->next;
    if (!*link)
        return;
    *link = waiter->next;
    if (queue->end == &waiter->next)
        queue->end = link;
}

bool waiter_serve(struct waiter_queue *queue, struct conn *conn)
{
    struct waiter *waiter = take_first(queue);
    if (!waiter)
        return false;
    waiter->conn = conn;
    pthread_cond_signal(&waiter->ready);
    return true;
}

void waiter_dismiss_all(struct waiter_queue *queue)
{
    struct waiter *waiter;
    while ((waiter = take_first(queue))) {
        waiter->dismissed = true;
        pthread_cond_signal(&waiter->ready);
    }
}
