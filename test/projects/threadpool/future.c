#include "future.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct Future {
    pthread_mutex_t lock; /* for everything below */
    pthread_cond_t settled;
    FutureState state;
    long result; /* if it is done */
    unsigned references;
};

Future *future_create(void)
{
    Future *future = malloc(sizeof *future);
    if (!future) {
        return NULL;
    }
    pthread_mutex_init(&future->lock, NULL);
    pthread_cond_init(&future->settled, NULL);
    future->state = FUTURE_PENDING;
    future->result = 0;
#if BUG == 3
    /* The one who settles it is forgotten. */
    future->references = 1;
#else
    future->references = 2;
#endif
    return future;
}

static void future_destroy(Future *future)
{
    pthread_cond_destroy(&future->settled);
    pthread_mutex_destroy(&future->lock);
    free(future);
}

/* With the lock held, which is released. */
static void future_unlock_and_release(Future *future)
{
    assert(future->references > 0);
    bool is_last = --future->references == 0;
    pthread_mutex_unlock(&future->lock);
    if (is_last) {
        future_destroy(future);
    }
}

void future_release(Future *future)
{
    pthread_mutex_lock(&future->lock);
    future_unlock_and_release(future);
}

Future *future_share(Future *future)
{
    pthread_mutex_lock(&future->lock);
    future->references++;
    pthread_mutex_unlock(&future->lock);
    return future;
}

static void future_settle(Future *future, FutureState state, long result)
{
    pthread_mutex_lock(&future->lock);
    assert(future->state == FUTURE_PENDING);
    future->state = state;
    future->result = result;
    pthread_cond_broadcast(&future->settled);
#if BUG == 3
    pthread_mutex_unlock(&future->lock);
#else
    future_unlock_and_release(future);
#endif
}

void future_finish(Future *future, long result)
{
    future_settle(future, FUTURE_DONE, result);
}

void future_abandon(Future *future)
{
    future_settle(future, FUTURE_CANCELLED, 0);
}

FutureState future_get(Future *future, long *result)
{
    pthread_mutex_lock(&future->lock);
    while (future->state == FUTURE_PENDING) {
        pthread_cond_wait(&future->settled, &future->lock);
    }
    FutureState state = future->state;
    if (state == FUTURE_DONE) {
        *result = future->result;
    }
    pthread_mutex_unlock(&future->lock);
    return state;
}

FutureState future_peek(Future *future)
{
    pthread_mutex_lock(&future->lock);
    FutureState state = future->state;
    pthread_mutex_unlock(&future->lock);
    return state;
}
