/* Main destroys the semaphore and ends the process; the thread may come to it in between. No run takes the semaphore. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t semaphore;

void *await(void *argument)
{
    sem_wait(&semaphore);
    return argument;
}

int main(void)
{
    pthread_t waiter;
    sem_init(&semaphore, 0, 0);
    pthread_create(&waiter, NULL, await, NULL);
    sem_destroy(&semaphore);
    return 0;
}
