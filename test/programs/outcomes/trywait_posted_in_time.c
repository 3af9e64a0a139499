/* The attempt fails unless the post comes first: then there is something that nobody reckoned with. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t permits;

void *attempt(void *argument)
{
    int status = sem_trywait(&permits);
    assert(status != 0);
    return argument;
}

void *post(void *argument)
{
    sem_post(&permits);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&permits, 0, 0);
    pthread_create(&first, NULL, attempt, NULL);
    pthread_create(&second, NULL, post, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
