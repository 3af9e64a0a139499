/* The second lock fails with EDEADLK, which nobody looks at; after the first unlock the mutex is free too early. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock;
int shared;

void *intrude(void *argument)
{
    pthread_mutex_lock(&lock);
    shared = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

void flush(void)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t worker;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&worker, NULL, intrude, NULL);
    pthread_mutex_lock(&lock);
    int before = shared;
    flush();
    assert(shared == before);
    pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    return 0;
}
