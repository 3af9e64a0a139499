/* A mutex whose owner inherits priorities is a mutex like others. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock;
int count;

void *increment(void *argument)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_mutexattr_t attributes;
    int protocol;
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT) == 0);
    pthread_mutexattr_getprotocol(&attributes, &protocol);
    assert(protocol == PTHREAD_PRIO_INHERIT);
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&thread, NULL, increment, NULL);
    increment(NULL);
    pthread_join(thread, NULL);
    assert(count == 2);
    return 0;
}
