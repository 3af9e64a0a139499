/* The type of a mutex is changed in its attributes by another thread, perhaps before the mutex is initialised. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutexattr_t attributes;
static pthread_mutex_t lock;

static void *change(void *argument)
{
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    return argument;
}

int main(void)
{
    pthread_t changer;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_create(&changer, NULL, change, NULL);
    pthread_mutex_init(&lock, &attributes);
    pthread_mutex_lock(&lock);
    int again = pthread_mutex_lock(&lock);
    assert(again != 0);
    pthread_join(changer, NULL);
    return 0;
}
