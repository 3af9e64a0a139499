/* A wait with a time limit may be over before the time is: the signal is forgotten here. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *wait_a_while(void *argument)
{
    struct timespec soon = {1, 0};
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
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, wait_a_while, NULL);
    pthread_create(&second, NULL, notify, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
