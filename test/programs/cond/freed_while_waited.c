/* A condition variable is freed while a thread waits on it for some time. When that is over the thread comes back to it. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int waiting;

static void *wait_a_while(void *changed)
{
    struct timespec end = {0};
    pthread_mutex_lock(&mutex);
    waiting = 1;
    pthread_cond_timedwait(changed, &mutex, &end);
    waiting = 0;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_cond_t *changed = malloc(sizeof *changed);
    pthread_t thread;
    pthread_cond_init(changed, NULL);
    pthread_create(&thread, NULL, wait_a_while, changed);
    pthread_mutex_lock(&mutex);
#ifdef RIGHT
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    pthread_mutex_lock(&mutex);
#endif
    int freed = waiting;
#ifdef RIGHT
    freed = 1;
#endif
    if (freed)
        free(changed);
    pthread_mutex_unlock(&mutex);
#ifndef RIGHT
    pthread_join(thread, NULL);
#endif
    return 0;
}
