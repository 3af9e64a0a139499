/*
 * Whoever is woken finds the work done; whoever ran out of time does not look. But the signal comes before the work, and
 * the mutex is free in between.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int done;

void *wait_a_while(void *argument)
{
    struct timespec soon = {1, 0};
    pthread_mutex_lock(&lock);
    if (pthread_cond_timedwait(&changed, &lock, &soon) == 0) {
        assert(done == 1);
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, wait_a_while, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
