#include "queue.h"

#include <assert.h>
#include <stdlib.h>

bool queue_init(Queue *queue, size_t capacity)
{
    queue->slots = calloc(capacity, sizeof *queue->slots);
    if (!queue->slots) {
        return false;
    }
    queue->capacity = capacity;
    queue->first = 0;
    queue->count = 0;
    queue->closed = false;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->not_full, NULL);
    pthread_cond_init(&queue->not_empty, NULL);
    return true;
}

static size_t queue_index(const Queue *queue, size_t position)
{
    size_t index = queue->first + position;
#if BUG == 5
    return index > queue->capacity ? index - queue->capacity : index;
#else
    return index >= queue->capacity ? index - queue->capacity : index;
#endif
}

/* With the lock held, or alone. */
static Item *queue_remove_first(Queue *queue)
{
    assert(queue->count > 0);
    Item *item = queue->slots[queue->first];
    queue->first = queue_index(queue, 1);
    queue->count--;
    return item;
}

size_t queue_destroy(Queue *queue)
{
    size_t left = queue->count;
    while (queue->count > 0) {
        item_free(queue_remove_first(queue));
    }
    pthread_cond_destroy(&queue->not_empty);
    pthread_cond_destroy(&queue->not_full);
    pthread_mutex_destroy(&queue->lock);
    free(queue->slots);
    return left;
}

/* With the lock held, which a thread that is cancelled here gives up. */
#if BUG == 2
static void queue_wait(Queue *queue, pthread_cond_t *condition)
{
    pthread_cond_wait(condition, &queue->lock);
}
#else
static void unlock(void *mutex)
{
    pthread_mutex_unlock(mutex);
}

static void queue_wait(Queue *queue, pthread_cond_t *condition)
{
    pthread_cleanup_push(unlock, &queue->lock);
    pthread_cond_wait(condition, &queue->lock);
    pthread_cleanup_pop(0);
}
#endif

bool queue_put(Queue *queue, Item *item)
{
    pthread_mutex_lock(&queue->lock);
    while (queue->count == queue->capacity && !queue->closed) {
        queue_wait(queue, &queue->not_full);
    }
    bool is_open = !queue->closed;
    if (is_open) {
        queue->slots[queue_index(queue, queue->count)] = item;
        queue->count++;
        pthread_cond_signal(&queue->not_empty);
    }
    pthread_mutex_unlock(&queue->lock);
    return is_open;
}

Item *queue_take(Queue *queue)
{
    Item *item = NULL;
    pthread_mutex_lock(&queue->lock);
#if BUG == 6
    if (queue->count == 0 && !queue->closed) {
        queue_wait(queue, &queue->not_empty);
    }
    if (queue->count > 0 || !queue->closed) {
#else
    while (queue->count == 0 && !queue->closed) {
        queue_wait(queue, &queue->not_empty);
    }
    if (queue->count > 0) {
#endif
        item = queue_remove_first(queue);
        pthread_cond_signal(&queue->not_full);
    }
    pthread_mutex_unlock(&queue->lock);
    return item;
}

void queue_close(Queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->closed = true;
    pthread_cond_broadcast(&queue->not_empty);
#if BUG != 1
    pthread_cond_broadcast(&queue->not_full);
#endif
    pthread_mutex_unlock(&queue->lock);
}
