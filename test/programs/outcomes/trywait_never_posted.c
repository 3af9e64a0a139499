/* A semaphore that nobody ever posts: the attempt fails, and what follows goes wrong with the other thread's help only. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t permits;
int ready;

void *attempt(void *argument)
{
    if (sem_trywait(&permits) != 0) {
        assert(ready == 0);
    }
    return argument;
}

void *prepare(void *argument)
{
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&permits, 0, 0);
    pthread_create(&first, NULL, attempt, NULL);
    pthread_create(&second, NULL, prepare, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
