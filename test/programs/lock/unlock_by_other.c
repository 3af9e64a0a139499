/* One thread locks, another one unlocks: undefined for a normal mutex. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
sem_t locked;

void *take(void *argument)
{
    pthread_mutex_lock(&lock);
    sem_post(&locked);
    return argument;
}

int main(void)
{
    pthread_t taker;
    sem_init(&locked, 0, 0);
    pthread_create(&taker, NULL, take, NULL);
    sem_wait(&locked);
    pthread_mutex_unlock(&lock);
    pthread_join(taker, NULL);
    return 0;
}
