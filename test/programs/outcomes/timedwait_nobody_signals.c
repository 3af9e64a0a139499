/* The signal is always given before the wait begins, and so is lost: the wait lasts until its time is over. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
sem_t given;

void *wait_a_while(void *argument)
{
    struct timespec soon = {1, 0};
    sem_wait(&given);
    pthread_mutex_lock(&lock);
    int status = pthread_cond_timedwait(&changed, &lock, &soon);
    assert(status == ETIMEDOUT);
    pthread_mutex_unlock(&lock);
    return argument;
}

void *notify(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    sem_post(&given);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&given, 0, 0);
    pthread_create(&first, NULL, wait_a_while, NULL);
    pthread_create(&second, NULL, notify, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
