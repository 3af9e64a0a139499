#include "queue.h"

#include <assert.h>
#include <stdlib.h>

bool queue_init(Queue *queue, size_t capacity)
{
    queue->slots = calloc(capacity, sizeof *queue->slots);
    queue->capacity = capacity;
    queue->first = 0;
    queue->count = 0;
    return queue->slots != NULL;
}

void queue_destroy(Queue *queue)
{
    assert(queue_is_empty(queue));
    free(queue->slots);
    queue->slots = NULL;
}

bool queue_is_empty(const Queue *queue)
{
    return queue->count == 0;
}

bool queue_is_full(const Queue *queue)
{
    return queue->count == queue->capacity;
}

static Task *queue_slot(Queue *queue, size_t position)
{
    return &queue->slots[(queue->first + position) % queue->capacity];
}

void queue_put(Queue *queue, Task task)
{
    assert(!queue_is_full(queue));
    *queue_slot(queue, queue->count) = task;
    queue->count++;
}

Task queue_take(Queue *queue)
{
    assert(!queue_is_empty(queue));
    Task task = *queue_slot(queue, 0);
    queue->first = (queue->first + 1) % queue->capacity;
    queue->count--;
    return task;
}

bool queue_remove(Queue *queue, const Future *future)
{
    size_t position = 0;
    while (position < queue->count && queue_slot(queue, position)->future != future) {
        position++;
    }
    if (position == queue->count) {
        return false;
    }
    for (; position + 1 < queue->count; position++) {
        *queue_slot(queue, position) = *queue_slot(queue, position + 1);
    }
    queue->count--;
    return true;
}
