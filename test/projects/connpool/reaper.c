/* The thread that closes connections nobody needs. */
#include <pthread.h>
#include <stddef.h>

#include "deadline.h"
#include "pool.h"

void *reaper_run(void *argument)
{
    struct pool *pool = argument;
    pthread_mutex_lock(&pool->lock);
    for (unsigned i = 0; !pool->closing && (!pool->config.sweeps || i < pool->config.sweeps); i++) {
        struct timespec now = deadline_now(), end = deadline_after(now, pool->config.sweep_milliseconds);
        pool_sweep(pool, now.tv_sec);
        pthread_cond_timedwait(&pool->closed, &pool->lock, &end);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}
