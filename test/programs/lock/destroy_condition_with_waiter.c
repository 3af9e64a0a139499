/* The condition variable is destroyed while the other thread may be waiting on it. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed;
int ready;

void *await(void *argument)
{
    pthread_mutex_lock(&lock);
    if (!ready) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t waiter;
    pthread_cond_init(&changed, NULL);
    pthread_create(&waiter, NULL, await, NULL);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_destroy(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(waiter, NULL);
    return 0;
}
