/* The semaphore is posted when the pointer is set. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int value = 3;
int *pointer;
int seen;
sem_t ready;

void *setter(void *argument)
{
    pointer = &value;
    sem_post(&ready);
    return argument;
}

void *user(void *argument)
{
    sem_wait(&ready);
    seen = *pointer;
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
