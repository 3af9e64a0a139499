/*
 * A pool of threads that run tasks in the order in which they were submitted. Threads are made when there is more to do
 * than idle ones can take, up to a limit, and stay until the pool is shut down.
 *
 * Whoever takes a task out of the queue settles its future: the worker that runs it, pool_cancel, or pool_shutdown.
 */
#ifndef POOL_H
#define POOL_H

#include "future.h"
#include "queue.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Pool Pool;

typedef enum {
    SHUTDOWN_DRAIN, /* what was submitted is run */
    SHUTDOWN_DROP   /* what has not begun is cancelled */
} ShutdownMode;

typedef struct {
    size_t completed;
    size_t cancelled;
} PoolStatistics;

/* A null pointer if there is no memory. */
Pool *pool_create(size_t thread_limit, size_t queue_capacity);

/*
 * Waits while the queue is full. The caller has to release the future. A null pointer if the pool is being shut down, or
 * if there is neither a thread nor a way to make one.
 */
Future *pool_submit(Pool *pool, TaskFunction function, void *argument);

/* The same for a task whose result nobody asks for. */
bool pool_execute(Pool *pool, TaskFunction function, void *argument);

/* Whether the task was still waiting; it will not be run then, and its future is settled. */
bool pool_cancel(Pool *pool, Future *future);

/* How many threads have been made so far. */
size_t pool_thread_count(Pool *pool);

/* Waits for all threads. To be called once; others may submit and cancel meanwhile. */
PoolStatistics pool_shutdown(Pool *pool, ShutdownMode mode);

/* After the shutdown, when nobody uses the pool any more. */
void pool_destroy(Pool *pool);

#endif
