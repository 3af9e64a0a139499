/* Each thread waits for the other one's semaphore before it posts its own. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t semaphores[2];

void exchange(sem_t *mine, sem_t *other)
{
    sem_wait(other);
    sem_post(mine);
}

void *left(void *argument)
{
    exchange(&semaphores[0], &semaphores[1]);
    return argument;
}

void *right(void *argument)
{
    exchange(&semaphores[1], &semaphores[0]);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&semaphores[0], 0, 0);
    sem_init(&semaphores[1], 0, 0);
    pthread_create(&first, NULL, left, NULL);
    pthread_create(&second, NULL, right, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
