/* Post and wait order the accesses. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t ready;
int data;

void *send(void *argument)
{
    data = 1;
    sem_post(&ready);
    return argument;
}

int main(void)
{
    pthread_t sender;
    sem_init(&ready, 0, 0);
    pthread_create(&sender, NULL, send, NULL);
    sem_wait(&ready);
    int seen = data;
    pthread_join(sender, NULL);
    return seen - 1;
}
