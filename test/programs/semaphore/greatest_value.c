/* Whether the semaphore has its greatest value when it is posted depends on who comes first. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t permits;

void *give_back(void *argument)
{
    int result = sem_post(&permits);
    assert(result == 0);
    return argument;
}

int main(void)
{
    pthread_t worker;
    sem_init(&permits, 0, INT_MAX);
    pthread_create(&worker, NULL, give_back, NULL);
    sem_wait(&permits);
    pthread_join(worker, NULL);
    return 0;
}
