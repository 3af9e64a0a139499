/* A local mutex that no call makes known is left locked; where it was, there is one that two threads use. By default nobody
   else has it before; with BY_ANOTHER another thread leaves it locked, with FREED it is in a block that is freed. The worker
   may be the first. With RIGHT that is no matter. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int first, count;

#if defined BY_ANOTHER
static void *take(void *mutex)
{
    pthread_mutex_lock(mutex);
    return NULL;
}

static void leave(void)
{
    pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    pthread_t thread;
    pthread_create(&thread, NULL, take, &own);
    pthread_join(thread, NULL);
}
#elif defined FREED
static void leave(void)
{
    pthread_mutex_t *own = malloc(sizeof *own);
    *own = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(own);
    free(own);
}
#else
static void leave(void)
{
    pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&own);
}
#endif

static void *work(void *mutex)
{
    pthread_mutex_lock(mutex);
    if (!first)
        first = 2;
    count++;
    pthread_mutex_unlock(mutex);
    return NULL;
}

static void use(void)
{
#ifdef FREED
    pthread_mutex_t *mutex = malloc(sizeof *mutex);
    *mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
#else
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, *mutex = &lock;
#endif
    pthread_t thread;
    pthread_create(&thread, NULL, work, mutex);
    pthread_mutex_lock(mutex);
#ifndef RIGHT
    assert(first != 2);
#endif
    first = 1;
    count++;
    pthread_mutex_unlock(mutex);
    pthread_join(thread, NULL);
    assert(count == 2);
#ifdef FREED
    free(mutex);
#endif
}

int main(void)
{
    leave();
    use();
    return 0;
}
