/*
 * One signal, meant for the thread that waits without a time limit. If it reaches the other one, which would have gone on
 * by itself, the first waits for ever.
 */
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

void *wait_on(void *argument)
{
    pthread_mutex_lock(&lock);
    while (!ready) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

void *wait_a_while(void *argument)
{
    struct timespec soon = {1, 0};
    pthread_mutex_lock(&lock);
    if (!ready) {
        pthread_cond_timedwait(&changed, &lock, &soon);
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, wait_a_while, NULL);
    pthread_create(&second, NULL, wait_on, NULL);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
