/* Mutex attributes: the type can be read back, a nonsense type is refused, and the type is what the mutex gets. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutex_t lock;
    int type = -1;
    pthread_mutexattr_init(&attributes);
    int status = pthread_mutexattr_settype(&attributes, 12345);
    assert(status == EINVAL);
    status = pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    assert(status == 0);
    pthread_mutexattr_gettype(&attributes, &type);
    assert(type == PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
    pthread_mutex_lock(&lock);
    status = pthread_mutex_trylock(&lock);
    assert(status == 0);
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_destroy(&lock);
    return 0;
}
