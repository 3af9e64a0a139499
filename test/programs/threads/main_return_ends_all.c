/* Returning from main ends the process, also when a thread is blocked for ever: that is no deadlock. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t never;

void *serve(void *argument)
{
    sem_wait(&never);
    return argument;
}

int main(void)
{
    pthread_t server;
    sem_init(&never, 0, 0);
    pthread_create(&server, NULL, serve, NULL);
    return 0;
}
