/* As many permits as there are threads: no attempt fails, in whatever order they come. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t permits;

void *attempt(void *argument)
{
    int status = sem_trywait(&permits);
    assert(status == 0);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&permits, 0, 2);
    pthread_create(&first, NULL, attempt, NULL);
    pthread_create(&second, NULL, attempt, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
