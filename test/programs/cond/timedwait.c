/* A timed wait that gives up after the deadline and says so. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

void *notify(void *argument)
{
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t notifier;
    struct timespec deadline = {2000000000, 0};
    int status = 0;
    pthread_create(&notifier, NULL, notify, NULL);
    pthread_mutex_lock(&lock);
    while (!ready && status == 0) {
        status = pthread_cond_timedwait(&changed, &lock, &deadline);
        assert(status == 0 || status == ETIMEDOUT);
    }
    assert(ready || status == ETIMEDOUT);
    pthread_mutex_unlock(&lock);
    pthread_join(notifier, NULL);
    return 0;
}
