/* Three permits: one of the two threads always gets its second. */
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
    sem_init(&permits, 0, 3);
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
