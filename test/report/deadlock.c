// Three threads wait: one with a lock for the other's, that one for the first, and main for both. A thread creates
// another one.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void take_both(pthread_mutex_t *first, pthread_mutex_t *second)
{
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *inner(void *argument)
{
    take_both(&b, &a);
    return argument;
}

static void *outer(void *argument)
{
    pthread_t thread;
    pthread_create(&thread, NULL, inner, NULL);
    take_both(&a, &b);
    pthread_join(thread, NULL);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, outer, NULL);
    pthread_join(thread, NULL);
}
