/* Who does not own a robust mutex is told so when he unlocks it. A mutex that is not robust stays with its dead owner. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock;
pthread_mutex_t ordinary = PTHREAD_MUTEX_INITIALIZER;

static void make_robust(pthread_mutex_t *mutex)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST) == 0);
    pthread_mutex_init(mutex, &attributes);
}

void *unlock(void *argument)
{
    assert(pthread_mutex_unlock(&lock) == EPERM);
    pthread_mutex_lock(&ordinary);
    return argument;
}

int main(void)
{
    pthread_t thread;
    make_robust(&lock);
    pthread_mutex_lock(&lock);
    pthread_create(&thread, NULL, unlock, NULL);
    pthread_join(thread, NULL);
    pthread_mutex_unlock(&lock);
    assert(pthread_mutex_trylock(&ordinary) == EBUSY);
    return 0;
}
