/* The second thread takes the two locks in opposite order without the lock that guards the order. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void take_both(pthread_mutex_t *outer, pthread_mutex_t *inner)
{
    pthread_mutex_lock(outer);
    pthread_mutex_lock(inner);
    pthread_mutex_unlock(inner);
    pthread_mutex_unlock(outer);
}

void *forwards(void *argument)
{
    pthread_mutex_lock(&gate);
    take_both(&a, &b);
    pthread_mutex_unlock(&gate);
    return argument;
}

void *backwards(void *argument)
{
    take_both(&b, &a);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, forwards, NULL);
    pthread_create(&second, NULL, backwards, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
