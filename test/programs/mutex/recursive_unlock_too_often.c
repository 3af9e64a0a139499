/* One unlock too many of a recursive mutex is an error that POSIX defines: EPERM. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

int main(void)
{
    pthread_mutex_t lock;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attributes);
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
    int status = pthread_mutex_unlock(&lock);
    assert(status == EPERM);
    pthread_mutex_destroy(&lock);
    return 0;
}
