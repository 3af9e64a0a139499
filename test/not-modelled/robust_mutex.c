// A robust mutex whose owner has ended: the real pthread_mutex_lock returns EOWNERDEAD.
#include <pthread.h>
static pthread_mutex_t lock;
static void *end_with_lock(void *unused)
{
    pthread_mutex_lock(&lock);
    return unused;
}
int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attributes);
    pthread_t thread;
    pthread_create(&thread, NULL, end_with_lock, NULL);
    pthread_join(thread, NULL);
    return pthread_mutex_lock(&lock) == 0;
}
