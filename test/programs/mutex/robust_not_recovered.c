/* A robust mutex is unlocked without having been made consistent: from then on nobody gets it, nor waits for it. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock;

static void make_robust(pthread_mutex_t *mutex)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST) == 0);
    pthread_mutex_init(mutex, &attributes);
}

void *end_as_owner(void *argument)
{
    pthread_mutex_lock(&lock);
    return argument;
}

void *try(void *argument)
{
    int result = pthread_mutex_lock(&lock);
    assert(result == ENOTRECOVERABLE);
    return argument;
}

int main(void)
{
    pthread_t thread;
    make_robust(&lock);
    pthread_create(&thread, NULL, end_as_owner, NULL);
    pthread_join(thread, NULL);
    assert(pthread_mutex_lock(&lock) == EOWNERDEAD);
    pthread_create(&thread, NULL, try, NULL);
    pthread_mutex_unlock(&lock);
    assert(pthread_mutex_consistent(&lock) == EINVAL);
    pthread_join(thread, NULL);
    pthread_mutex_destroy(&lock);
    return 0;
}
