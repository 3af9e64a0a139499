/* A pointer to a local variable is good as long as its function runs. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int *published;
sem_t ready, taken;

void *work(void *argument)
{
    int local = 5;
    published = &local;
    sem_post(&ready);
    sem_wait(&taken);
    assert(local == 6);
    return argument;
}

int main(void)
{
    pthread_t worker;
    sem_init(&ready, 0, 0);
    sem_init(&taken, 0, 0);
    pthread_create(&worker, NULL, work, NULL);
    sem_wait(&ready);
    *published = 6;
    sem_post(&taken);
    pthread_join(worker, NULL);
    return 0;
}
