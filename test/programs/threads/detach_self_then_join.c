/*
 * The thread detaches itself, so main's join is a misuse. The semaphore puts the detaching before the join in
 * every interleaving.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t detached;
sem_t leave;

void *work(void *argument)
{
    pthread_detach(pthread_self());
    sem_post(&detached);
    sem_wait(&leave);
    return argument;
}

int main(void)
{
    pthread_t worker;
    sem_init(&detached, 0, 0);
    sem_init(&leave, 0, 0);
    pthread_create(&worker, NULL, work, NULL);
    sem_wait(&detached);
    pthread_join(worker, NULL);
    sem_post(&leave);
    return 0;
}
