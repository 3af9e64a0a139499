/* Main idles, and that is no deadlock: nobody waits in vain. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <unistd.h>

sem_t semaphore;
int stop;

void *post(void *argument)
{
    if (1)
        sem_post(&semaphore);
    stop = 1;
    return argument;
}

void *take(void *argument)
{
    sem_wait(&semaphore);
    return argument;
}

int main(void)
{
    pthread_t poster, taker;
    sem_init(&semaphore, 0, 0);
    pthread_create(&poster, NULL, post, NULL);
    pthread_create(&taker, NULL, take, NULL);
    stop = 2;
    for (;;)
        sleep(1);
}
