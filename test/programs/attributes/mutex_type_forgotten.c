/* The attribute object says recursive, but it is not passed to pthread_mutex_init. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock;
int depth;

void enter(void)
{
    pthread_mutex_lock(&lock);
    if (depth++ == 0) {
        enter();
    }
    pthread_mutex_unlock(&lock);
}

void *work(void *argument)
{
    enter();
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, NULL);
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    return 0;
}
