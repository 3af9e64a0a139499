/* The unlock would return an error, were the mutex not destroyed meanwhile. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock;

void *unlock(void *argument)
{
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&worker, NULL, unlock, NULL);
    pthread_mutex_destroy(&lock);
    pthread_join(worker, NULL);
    return 0;
}
