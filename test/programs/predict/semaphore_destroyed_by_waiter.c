/* The thread that has waited destroys the semaphore; nobody posts after that. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t done;

void *user(void *argument)
{
    sem_wait(&done);
    sem_destroy(&done);
    return argument;
}

void *poster(void *argument)
{
    sem_post(&done);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&done, 0, 0);
    pthread_create(&first, NULL, user, NULL);
    pthread_create(&second, NULL, poster, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
