/* The broadcast waits until both waiters have the lock behind them. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
sem_t arrived;

void *waiter(void *argument)
{
    pthread_mutex_lock(&lock);
    sem_post(&arrived);
    pthread_cond_wait(&opened, &lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

void *opener(void *argument)
{
    sem_wait(&arrived);
    sem_wait(&arrived);
    pthread_mutex_lock(&lock);
    pthread_cond_broadcast(&opened);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second, third;
    sem_init(&arrived, 0, 0);
    pthread_create(&first, NULL, waiter, NULL);
    pthread_create(&second, NULL, waiter, NULL);
    pthread_create(&third, NULL, opener, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    pthread_join(third, NULL);
    return 0;
}
