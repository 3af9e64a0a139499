/* A broadcast reaches those who wait already; a waiter that comes later waits for ever. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t opened = PTHREAD_COND_INITIALIZER;

void *waiter(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&opened, &lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

void *opener(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_cond_broadcast(&opened);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, NULL, waiter, NULL);
    pthread_create(&second, NULL, waiter, NULL);
    pthread_create(&third, NULL, opener, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    pthread_join(third, NULL);
    return 0;
}
