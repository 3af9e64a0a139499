/* A wait that holds its recursive mutex once more ends by its time limit, and needs nobody's leave to go on. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
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
    struct timespec soon = {1, 0};
    int status = 0;
    pthread_create(&notifier, NULL, notify, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    if (!ready) {
        status = pthread_cond_timedwait(&changed, &lock, &soon);
        assert(!ready);
    }
    assert(status == 0 || status == ETIMEDOUT);
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(notifier, NULL);
    return 0;
}
