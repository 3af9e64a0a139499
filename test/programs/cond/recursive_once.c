/* A recursive mutex that is held once when its holder waits is given up, and is held once again behind the wait. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

void *notify(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&changed);
    assert(ready == 1);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t notifier;
    pthread_create(&notifier, NULL, notify, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    while (!ready) {
        pthread_cond_wait(&changed, &lock);
    }
    ready = 2;
    pthread_mutex_unlock(&lock);
    pthread_join(notifier, NULL);
    return 0;
}
