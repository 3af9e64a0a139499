// A pool of seven workers with a queue of tasks. A task that fails is put back once; its completion is then counted
// without the lock.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { WORKERS = 7, TASKS = 75 };

typedef struct Task {
    int number;
    int attempts;
    struct Task *next;
} Task;

typedef struct Queue {
    Task *head, *tail;
    int length;
} Queue;

typedef struct Pool {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    Queue queue;
    int closed;
    int done;
    int busy[WORKERS];
} Pool;

static Pool *pool;

static void queue_put(Queue *queue, Task *task)
{
    task->next = NULL;
    if (queue->tail)
        queue->tail->next = task;
    else
        queue->head = task;
    queue->tail = task;
    queue->length++;
}

static Task *queue_take(Queue *queue)
{
    Task *task = queue->head;
    queue->head = task->next;
    if (!queue->head)
        queue->tail = NULL;
    queue->length--;
    return task;
}

static Task *next_task(void)
{
    Task *task = NULL;
    pthread_mutex_lock(&pool->lock);
    while (!pool->queue.length && !pool->closed)
        pthread_cond_wait(&pool->filled, &pool->lock);
    if (pool->queue.length)
        task = queue_take(&pool->queue);
    pthread_mutex_unlock(&pool->lock);
    return task;
}

static void complete(Task *task)
{
    if (task->attempts == 2) {
        pool->done++;
    } else {
        pthread_mutex_lock(&pool->lock);
        pool->done++;
        pthread_mutex_unlock(&pool->lock);
    }
    free(task);
}

static void *work(void *argument)
{
    int *busy = argument;
    Task *task;
    while ((task = next_task())) {
        *busy = task->number;
        if (++task->attempts == 1 && task->number % 10 == 9) {
            pthread_mutex_lock(&pool->lock);
            queue_put(&pool->queue, task);
            pthread_mutex_unlock(&pool->lock);
        } else {
            complete(task);
        }
        *busy = -1;
    }
    return NULL;
}

int main(void)
{
    pthread_t workers[WORKERS];
    pool = calloc(1, sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->filled, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], NULL, work, &pool->busy[i]);
    for (int i = 0; i < TASKS; i++) {
        Task *task = calloc(1, sizeof *task);
        task->number = i;
        pthread_mutex_lock(&pool->lock);
        queue_put(&pool->queue, task);
        pthread_cond_signal(&pool->filled);
        pthread_mutex_unlock(&pool->lock);
    }
    pthread_mutex_lock(&pool->lock);
    pool->closed = 1;
    pthread_cond_broadcast(&pool->filled);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    assert(pool->done == TASKS);
}
