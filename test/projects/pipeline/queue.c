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
    size_t index = queue->first;
    queue->first = queue_index(queue, 1);
    queue->count--;
    return queue->slots[index];
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

/* A pair, with a block in between: whoever is cancelled there does not keep the lock. */
#if BUG == 2
#define QUEUE_LOCK(queue) pthread_mutex_lock(&(queue)->lock)
#define QUEUE_UNLOCK(queue) pthread_mutex_unlock(&(queue)->lock)
#else
#define QUEUE_LOCK(queue)               \
    pthread_mutex_lock(&(queue)->lock); \
    pthread_cleanup_push(unlock, &(queue)->lock)
#define QUEUE_UNLOCK(queue) pthread_cleanup_pop(1)

static void unlock(void *mutex)
{
    pthread_mutex_unlock(mutex);
}
#endif

bool queue_put(Queue *queue, Item *item)
{
    bool is_open;
    QUEUE_LOCK(queue);
    while (queue->count == queue->capacity && !queue->closed) {
        pthread_cond_wait(&queue->not_full, &queue->lock);
    }
    is_open = !queue->closed;
    if (is_open) {
        queue->slots[queue_index(queue, queue->count)] = item;
        queue->count++;
        pthread_cond_signal(&queue->not_empty);
    }
    QUEUE_UNLOCK(queue);
    return is_open;
}

/* With the lock held. Waits until there is an item, or never will be. */
static bool queue_wait_for_item(Queue *queue)
{
#if BUG == 6
    if (queue->count == 0 && !queue->closed) {
        pthread_cond_wait(&queue->not_empty, &queue->lock);
    }
    return queue->count > 0 || !queue->closed;
#else
    while (queue->count == 0 && !queue->closed) {
        pthread_cond_wait(&queue->not_empty, &queue->lock);
    }
    return queue->count > 0;
#endif
}

Item *queue_take(Queue *queue)
{
    Item *item;
    QUEUE_LOCK(queue);
    item = queue_wait_for_item(queue) ? queue_remove_first(queue) : NULL;
    if (item) {
        pthread_cond_signal(&queue->not_full);
    }
    QUEUE_UNLOCK(queue);
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
