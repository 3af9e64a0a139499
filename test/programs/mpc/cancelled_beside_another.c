/* Two threads wait on one condition variable. Cancelling the first ends its wait alone: nobody wakes the second, unless main
   has signalled, which it forgets if both wait already. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, waiting;

static void unlock(void *argument)
{
    pthread_mutex_unlock(argument);
}

static void *wait_for_it(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    waiting++;
    while (!ready)
        pthread_cond_wait(&changed, &mutex);
    pthread_cleanup_pop(1);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, wait_for_it, NULL);
    pthread_create(&second, NULL, wait_for_it, NULL);
    pthread_mutex_lock(&mutex);
    ready = 1;
#ifndef RIGHT
    if (waiting < 2)
#endif
        pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_cancel(first);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
