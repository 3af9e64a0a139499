/*
 * Tasks that wait to be run: a ring of fixed capacity. It has no lock of its own; the pool's is held by every caller.
 */
#ifndef QUEUE_H
#define QUEUE_H

#include "future.h"

#include <stdbool.h>
#include <stddef.h>

typedef long (*TaskFunction)(void *argument);

typedef struct {
    TaskFunction function;
    void *argument;
    Future *future; /* with the reference that settling it gives up; a null pointer if nobody asked for the result */
} Task;

typedef struct {
    Task *slots;
    size_t capacity;
    size_t first; /* the index of the oldest one */
    size_t count;
} Queue;

bool queue_init(Queue *queue, size_t capacity);
void queue_destroy(Queue *queue);

bool queue_is_empty(const Queue *queue);
bool queue_is_full(const Queue *queue);

/* Into one that is not full. */
void queue_put(Queue *queue, Task task);

/* The oldest one, of one that is not empty. */
Task queue_take(Queue *queue);

/* Takes the task of a future out, wherever it stands. False if it is not there. */
bool queue_remove(Queue *queue, const Future *future);

#endif
