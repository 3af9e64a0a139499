/* A semaphore keeps what a signal would lose. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t changed;

void *waiter(void *argument)
{
    sem_wait(&changed);
    return argument;
}

void *notifier(void *argument)
{
    sem_post(&changed);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&changed, 0, 0);
    pthread_create(&first, NULL, waiter, NULL);
    pthread_create(&second, NULL, notifier, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
