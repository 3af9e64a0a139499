/* Unlocking a recursive mutex that the thread does not hold is an error that changes nothing; the loop after it waits
   for ever. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock;
int stop;

void *wait_for_stop(void *argument)
{
    pthread_mutex_unlock(&lock);
    while (!stop) {
    }
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&worker, NULL, wait_for_stop, NULL);
    pthread_join(worker, NULL);
    return 0;
}
