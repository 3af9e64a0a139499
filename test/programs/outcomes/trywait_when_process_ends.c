/* Nobody posts, and main does not wait for the thread: if it gets to its attempt, that fails. */
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
    pthread_t thread;
    sem_init(&permits, 0, 0);
    pthread_create(&thread, NULL, attempt, NULL);
    return 0;
}
