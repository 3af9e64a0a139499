/*
 * The routine needs a permit that another thread may have taken first; it gets one back only from a thread that waits for
 * the routine to be over.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
sem_t permits;

void prepare(void)
{
    sem_wait(&permits);
}

void *lead(void *argument)
{
    pthread_once(&once, prepare);
    return argument;
}

void *provide(void *argument)
{
    pthread_once(&once, prepare);
    sem_post(&permits);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&permits, 0, 1);
    pthread_create(&first, NULL, lead, NULL);
    pthread_create(&second, NULL, provide, NULL);
    sem_wait(&permits);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
