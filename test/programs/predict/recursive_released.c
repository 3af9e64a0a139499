/* The recursive mutex is free again before the second half is written. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int a;
int b;
pthread_mutex_t lock;

void *writer(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    a = 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    b = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

void *reader(void *argument)
{
    pthread_mutex_lock(&lock);
    int copy = a;
    assert(copy == b);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&first, NULL, writer, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
