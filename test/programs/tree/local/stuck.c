/*
 * Two threads take two locks in opposite orders. Only if they do not get stuck does one come to its assertion, which
 * depends on nothing.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

void *forwards(void *argument)
{
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    assert(0);
    return argument;
}

void *backwards(void *argument)
{
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    return argument;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, forwards, NULL);
    pthread_create(&other, NULL, backwards, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
