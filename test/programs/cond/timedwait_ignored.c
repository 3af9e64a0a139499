/* The timed wait may end by its deadline, and the caller takes that for a signal. */
#include <assert.h>
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
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_nsec = 0;
    pthread_create(&notifier, NULL, notify, NULL);
    pthread_mutex_lock(&lock);
    if (!ready) {
        pthread_cond_timedwait(&changed, &lock, &deadline);
    }
    assert(ready);
    pthread_mutex_unlock(&lock);
    pthread_join(notifier, NULL);
    return 0;
}
