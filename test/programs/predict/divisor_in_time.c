/* The semaphore is posted when the divisor is set. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int divisor;
int quotient;
sem_t ready;

void *setter(void *argument)
{
    divisor = 4;
    sem_post(&ready);
    return argument;
}

void *user(void *argument)
{
    sem_wait(&ready);
    quotient = 100 / divisor;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&ready, 0, 0);
    pthread_create(&first, NULL, setter, NULL);
    pthread_create(&second, NULL, user, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
