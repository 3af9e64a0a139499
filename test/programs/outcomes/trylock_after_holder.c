/* The attempt is made only once the holder says that it has the mutex, and the holder waits for it: it always fails. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
sem_t taken, tried;

void *hold(void *argument)
{
    pthread_mutex_lock(&lock);
    sem_post(&taken);
    sem_wait(&tried);
    pthread_mutex_unlock(&lock);
    return argument;
}

void *attempt(void *argument)
{
    sem_wait(&taken);
    int status = pthread_mutex_trylock(&lock);
    assert(status != 0);
    sem_post(&tried);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&taken, 0, 0);
    sem_init(&tried, 0, 0);
    pthread_create(&first, NULL, hold, NULL);
    pthread_create(&second, NULL, attempt, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
