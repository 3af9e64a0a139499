/*
 * The flag is set and the waiter signalled without the lock, but only when the waiter is known to wait. That is not
 * enough: its wait may end without a signal, and then it may have looked at the flag already and not wait again yet when
 * the signal is given.
 */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER, begun = PTHREAD_COND_INITIALIZER;
int waits;
volatile int stop;

void *wait_for_it(void *argument)
{
    pthread_mutex_lock(&lock);
    waits = 1;
    pthread_cond_signal(&begun);
    while (!stop) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t waiter;
    pthread_create(&waiter, NULL, wait_for_it, NULL);
    pthread_mutex_lock(&lock);
    while (!waits) {
        pthread_cond_wait(&begun, &lock);
    }
    pthread_mutex_unlock(&lock);
    stop = 1;
    pthread_cond_broadcast(&changed);
    pthread_join(waiter, NULL);
    return 0;
}
