#include "pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

/* The threads of a pool. Their number can be asked for without disturbing those who work. */
typedef struct {
    pthread_mutex_t lock; /* taken while the pool's is held, never the other way round */
    pthread_t *handles;
    size_t count;
    size_t limit;
} Crew;

struct Pool {
    pthread_mutex_t lock; /* for everything below but the crew */
    pthread_cond_t work;  /* a task was put into the queue, or the pool is closing */
    pthread_cond_t room;  /* a task was taken out, or the pool is closing */
    Queue queue;
    size_t idle;  /* threads that wait for work */
    bool closing; /* nothing is put into the queue any more, and no thread is made */
    PoolStatistics statistics;
    Crew crew;
};

Pool *pool_create(size_t thread_limit, size_t queue_capacity)
{
    assert(thread_limit > 0 && queue_capacity > 0);
    Pool *pool = calloc(1, sizeof *pool);
    if (!pool) {
        return NULL;
    }
    pool->crew.handles = calloc(thread_limit, sizeof *pool->crew.handles);
    if (!pool->crew.handles || !queue_init(&pool->queue, queue_capacity)) {
        free(pool->crew.handles);
        free(pool);
        return NULL;
    }
    pool->crew.limit = thread_limit;
    pthread_mutex_init(&pool->crew.lock, NULL);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->room, NULL);
    return pool;
}

void pool_destroy(Pool *pool)
{
    queue_destroy(&pool->queue);
    pthread_cond_destroy(&pool->room);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
    pthread_mutex_destroy(&pool->crew.lock);
    free(pool->crew.handles);
    free(pool);
}

/* With the lock held. Waits for work; false if there will be none. */
static bool pool_next_task(Pool *pool, Task *task)
{
    pool->idle++;
#if BUG == 2
    if (queue_is_empty(&pool->queue) && !pool->closing) {
        pthread_cond_wait(&pool->work, &pool->lock);
    }
    bool is_over = pool->closing && queue_is_empty(&pool->queue);
#else
    while (queue_is_empty(&pool->queue) && !pool->closing) {
        pthread_cond_wait(&pool->work, &pool->lock);
    }
    bool is_over = queue_is_empty(&pool->queue);
#endif
    pool->idle--;
    if (is_over) {
        return false;
    }
    *task = queue_take(&pool->queue);
    pthread_cond_signal(&pool->room);
    return true;
}

static void task_run(const Task *task)
{
    long result = task->function(task->argument);
    if (task->future) {
        future_finish(task->future, result);
    }
}

static void *pool_work(void *argument)
{
    Pool *pool = argument;
    Task task;
    pthread_mutex_lock(&pool->lock);
    while (pool_next_task(pool, &task)) {
        pthread_mutex_unlock(&pool->lock);
        task_run(&task);
#if BUG == 4
        pool->statistics.completed++;
        pthread_mutex_lock(&pool->lock);
#else
        pthread_mutex_lock(&pool->lock);
        pool->statistics.completed++;
#endif
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* False if there is no thread at all, and none can be made. */
static bool crew_grow(Crew *crew, Pool *pool)
{
    pthread_mutex_lock(&crew->lock);
    if (crew->count < crew->limit && pthread_create(&crew->handles[crew->count], NULL, pool_work, pool) == 0) {
        crew->count++;
    }
    bool is_manned = crew->count > 0;
    pthread_mutex_unlock(&crew->lock);
    return is_manned;
}

/* With the lock of the pool held: somebody will run one more task than there are in the queue. */
static bool pool_is_manned(Pool *pool)
{
    return pool->idle > pool->queue.count || crew_grow(&pool->crew, pool);
}

static bool pool_enqueue(Pool *pool, Task task)
{
    pthread_mutex_lock(&pool->lock);
    while (queue_is_full(&pool->queue) && !pool->closing) {
        pthread_cond_wait(&pool->room, &pool->lock);
    }
    bool is_accepted = !pool->closing && pool_is_manned(pool);
    if (is_accepted) {
        queue_put(&pool->queue, task);
        pthread_cond_signal(&pool->work);
    }
    pthread_mutex_unlock(&pool->lock);
    return is_accepted;
}

Future *pool_submit(Pool *pool, TaskFunction function, void *argument)
{
    Future *future = future_create();
    if (!future) {
        return NULL;
    }
    Task task = {.function = function, .argument = argument, .future = future};
    if (!pool_enqueue(pool, task)) {
        future_abandon(future);
        future_release(future);
        return NULL;
    }
    return future;
}

bool pool_execute(Pool *pool, TaskFunction function, void *argument)
{
    Task task = {.function = function, .argument = argument, .future = NULL};
    return pool_enqueue(pool, task);
}

bool pool_cancel(Pool *pool, Future *future)
{
    pthread_mutex_lock(&pool->lock);
    bool is_removed = queue_remove(&pool->queue, future);
    if (is_removed) {
        pool->statistics.cancelled++;
        pthread_cond_signal(&pool->room);
    }
    pthread_mutex_unlock(&pool->lock);
    if (is_removed) {
        future_abandon(future);
    }
    return is_removed;
}

/* With the lock held. */
static void pool_drop_tasks(Pool *pool)
{
    while (!queue_is_empty(&pool->queue)) {
        Task task = queue_take(&pool->queue);
        pool->statistics.cancelled++;
        if (task.future) {
            future_abandon(task.future);
        }
    }
}

size_t pool_thread_count(Pool *pool)
{
    pthread_mutex_lock(&pool->crew.lock);
    size_t count = pool->crew.count;
    pthread_mutex_unlock(&pool->crew.lock);
    return count;
}

/* From here on nothing is accepted; those who wait for work or for room are told. */
static void pool_close(Pool *pool, ShutdownMode mode)
{
    pthread_mutex_lock(&pool->lock);
    assert(!pool->closing);
    pool->closing = true;
    if (mode == SHUTDOWN_DROP) {
        pool_drop_tasks(pool);
    }
#if BUG == 1
    pthread_cond_signal(&pool->work);
#else
    pthread_cond_broadcast(&pool->work);
#endif
    pthread_cond_broadcast(&pool->room);
    pthread_mutex_unlock(&pool->lock);
}

PoolStatistics pool_shutdown(Pool *pool, ShutdownMode mode)
{
#if BUG == 5
    /* So that no thread is made between the two. */
    pthread_mutex_lock(&pool->crew.lock);
    pool_close(pool, mode);
    size_t count = pool->crew.count;
    pthread_mutex_unlock(&pool->crew.lock);
#else
    pool_close(pool, mode);
    size_t count = pool_thread_count(pool);
#endif
    for (size_t i = 0; i < count; i++) {
        pthread_join(pool->crew.handles[i], NULL);
    }
    pthread_mutex_lock(&pool->lock);
    PoolStatistics statistics = pool->statistics;
    pthread_mutex_unlock(&pool->lock);
    return statistics;
}
