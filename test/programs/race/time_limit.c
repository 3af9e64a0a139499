/*
 * A wait with a time limit reads all of it: its seconds are written by another thread. -DRIGHT: before that begins.
 */
#include <pthread.h>
#include <time.h>

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    struct timespec limit;
} shared = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {0, 0}};

static void *wait(void *unused)
{
    pthread_mutex_lock(&shared.mutex);
    pthread_cond_timedwait(&shared.changed, &shared.mutex, &shared.limit);
    pthread_mutex_unlock(&shared.mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
#ifdef RIGHT
    shared.limit.tv_sec = 5;
#endif
    pthread_create(&thread, NULL, wait, NULL);
#ifndef RIGHT
    shared.limit.tv_sec = 5;
#endif
    pthread_join(thread, NULL);
    return 0;
}
