/* One permit for two: the attempt fails if the other thread has it. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t permits;
int served;

void *take(void *argument)
{
    sem_wait(&permits);
    served++;
    return argument;
}

void *attempt(void *argument)
{
    int status = sem_trywait(&permits);
    assert(status == 0);
    sem_post(&permits);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&permits, 0, 1);
    pthread_create(&first, NULL, attempt, NULL);
    pthread_create(&second, NULL, take, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
