/* No lock, but the semaphore orders the two increments. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int data;
sem_t done;

void *one(void *argument)
{
    data++;
    sem_post(&done);
    return argument;
}

void *two(void *argument)
{
    sem_wait(&done);
    data++;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&done, 0, 0);
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, two, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
