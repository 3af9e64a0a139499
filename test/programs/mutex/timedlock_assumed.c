/* A deadline that has passed and a mutex that another thread may hold: timedlock can fail. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *hold(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t holder;
    struct timespec past = {0, 0};
    pthread_create(&holder, NULL, hold, NULL);
    int status = pthread_mutex_timedlock(&lock, &past);
    assert(status == 0);
    pthread_mutex_unlock(&lock);
    pthread_join(holder, NULL);
    return 0;
}
