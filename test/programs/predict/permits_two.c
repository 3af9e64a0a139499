/* Each thread needs two permits and takes them one by one; two are not enough when both have one. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t permits;

void *worker(void *argument)
{
    sem_wait(&permits);
    sem_wait(&permits); // the second
    sem_post(&permits);
    sem_post(&permits);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&permits, 0, 2);
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
