/* Main returns while the thread waits, or after the time was over: nobody ever signals. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
sem_t begun;

void *wait_a_while(void *argument)
{
    struct timespec soon = {1, 0};
    pthread_mutex_lock(&lock);
    sem_post(&begun);
    int status = pthread_cond_timedwait(&changed, &lock, &soon);
    assert(status == 0);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    sem_init(&begun, 0, 0);
    pthread_create(&thread, NULL, wait_a_while, NULL);
    sem_wait(&begun);
    return 0;
}
