/* The semaphore is posted after the mutex has been released. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int data;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
sem_t done;

void *user(void *argument)
{
    pthread_mutex_lock(&lock);
    data = 1;
    pthread_mutex_unlock(&lock);
    sem_post(&done);
    return argument;
}

void *cleaner(void *argument)
{
    sem_wait(&done);
    pthread_mutex_destroy(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&done, 0, 0);
    pthread_create(&first, NULL, user, NULL);
    pthread_create(&second, NULL, cleaner, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
