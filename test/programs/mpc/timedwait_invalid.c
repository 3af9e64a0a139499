/*
 * The time limit is an input. One that is no time is an error at once: nothing is waited for, and the mutex is not given
 * up.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

extern long __VERIFIER_nondet_long(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int done;

void *wait_a_while(void *argument)
{
    struct timespec soon = {1, 0};
    soon.tv_nsec = __VERIFIER_nondet_long();
    pthread_mutex_lock(&lock);
    int before = done;
    int status = pthread_cond_timedwait(&changed, &lock, &soon);
    if (status != ETIMEDOUT && status != 0) {
        assert(done != before);
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_cond_signal(&changed);
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
