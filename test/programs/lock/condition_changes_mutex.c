/* A condition variable belongs to a mutex only as long as somebody waits: a thread may use it with one after the other. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int stage;

void *await(void *argument)
{
    pthread_mutex_lock(&first);
    while (stage < 1) {
        pthread_cond_wait(&changed, &first);
    }
    pthread_mutex_unlock(&first);
    pthread_mutex_lock(&second);
    while (stage < 2) {
        pthread_cond_wait(&changed, &second);
    }
    pthread_mutex_unlock(&second);
    return argument;
}

int main(void)
{
    pthread_t waiter;
    pthread_create(&waiter, NULL, await, NULL);
    pthread_mutex_lock(&first);
    stage = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&first);
    pthread_mutex_lock(&second);
    stage = 2;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&second);
    pthread_join(waiter, NULL);
    return 0;
}
