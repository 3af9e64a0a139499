/* The owner of a robust mutex ends halfway; the other thread does not ask why it got the mutex. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock;
int taken, given;

static void make_robust(pthread_mutex_t *mutex)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST) == 0);
    pthread_mutex_init(mutex, &attributes);
}

void *end_halfway(void *argument)
{
    pthread_mutex_lock(&lock);
    taken = 1;
    pthread_exit(argument);
}

void *compare(void *argument)
{
    pthread_mutex_lock(&lock);
    assert(taken == given);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    make_robust(&lock);
    pthread_create(&threads[0], NULL, end_halfway, NULL);
    pthread_create(&threads[1], NULL, compare, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
