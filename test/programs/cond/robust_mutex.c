/* The thread that signals ends with the robust mutex locked: a wait that it ended, or a lock, tells of it. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

static void make_robust(pthread_mutex_t *mutex)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST) == 0);
    pthread_mutex_init(mutex, &attributes);
}

void *signal_and_end(void *argument)
{
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    return argument;
}

int main(void)
{
    pthread_t thread;
    make_robust(&lock);
    pthread_create(&thread, NULL, signal_and_end, NULL);
    int result = pthread_mutex_lock(&lock);
    if (result == 0) {
        result = pthread_cond_wait(&changed, &lock);
    }
    assert(result == EOWNERDEAD && ready);
    pthread_join(thread, NULL);
    return 0;
}
