/*
 * A bounded queue of items between two threads or more. Waiting for it is a cancellation point; a thread that is
 * cancelled there leaves the queue as it was, and keeps the item that it wanted to put.
 */
#ifndef QUEUE_H
#define QUEUE_H

#include "item.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    pthread_mutex_t lock;     /* for everything below */
    pthread_cond_t not_full;  /* or closed */
    pthread_cond_t not_empty; /* or closed */
    Item **slots;
    size_t capacity;
    size_t first; /* the index of the oldest one */
    size_t count;
    bool closed; /* nothing is put any more; what is there can still be taken */
} Queue;

bool queue_init(Queue *queue, size_t capacity);

/* Of one that nobody uses any more. Frees what is left in it, and says how many items that were. */
size_t queue_destroy(Queue *queue);

/* Waits while the queue is full. If it is closed the answer is false, and the item still the caller's. */
bool queue_put(Queue *queue, Item *item);

/* Waits while the queue is empty. A null pointer if it is, and closed. */
Item *queue_take(Queue *queue);

/* By either side, as often as one likes. */
void queue_close(Queue *queue);

#endif
