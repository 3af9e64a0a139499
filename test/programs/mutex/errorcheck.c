/* An error-checking mutex returns EDEADLK to its owner and EPERM to everybody else, and stays usable. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock;

void *intrude(void *argument)
{
    int status = pthread_mutex_unlock(&lock);
    assert(status == EPERM);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_mutexattr_t attributes;
    int status;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&worker, NULL, intrude, NULL);
    status = pthread_mutex_lock(&lock);
    assert(status == 0);
    status = pthread_mutex_lock(&lock);
    assert(status == EDEADLK);
    status = pthread_mutex_unlock(&lock);
    assert(status == 0);
    status = pthread_mutex_unlock(&lock);
    assert(status == EPERM);
    pthread_join(worker, NULL);
    pthread_mutex_destroy(&lock);
    return 0;
}
