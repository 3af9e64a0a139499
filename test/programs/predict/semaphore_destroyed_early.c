/* Nothing keeps the cleaner from destroying the semaphore before the user has taken its permit. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t permit;

void *user(void *argument)
{
    sem_wait(&permit);
    return argument;
}

void *cleaner(void *argument)
{
    sem_destroy(&permit);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&permit, 0, 1);
    pthread_create(&first, NULL, user, NULL);
    pthread_create(&second, NULL, cleaner, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
