/* Main idles; the semaphore is posted in one order of the two writes only. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <unistd.h>

sem_t semaphore;
int stop;

void *post(void *argument)
{
    if (stop == 2)
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
