/* A detached thread announces its end through a semaphore; nobody joins it. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t finished;
int result;

void *work(void *argument)
{
    result = 7;
    sem_post(&finished);
    return argument;
}

int main(void)
{
    pthread_t worker;
    sem_init(&finished, 0, 0);
    pthread_create(&worker, NULL, work, NULL);
    int status = pthread_detach(worker);
    assert(status == 0);
    sem_wait(&finished);
    assert(result == 7);
    return 0;
}
