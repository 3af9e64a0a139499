/* One unlock is missing: the owner ends with the recursive mutex still held, main waits for it in vain. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock;

void *take_twice(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&worker, NULL, take_twice, NULL);
    pthread_join(worker, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
