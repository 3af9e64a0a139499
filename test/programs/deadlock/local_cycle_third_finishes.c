/* A third thread finishes in peace; the other two and main, who waits for them, do not. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int counted;

void take_both(pthread_mutex_t *outer, pthread_mutex_t *inner)
{
    pthread_mutex_lock(outer);
    pthread_mutex_lock(inner);
    pthread_mutex_unlock(inner);
    pthread_mutex_unlock(outer);
}

void *forwards(void *argument)
{
    take_both(&locks[0], &locks[1]);
    return argument;
}

void *backwards(void *argument)
{
    take_both(&locks[1], &locks[0]);
    return argument;
}

void *count(void *argument)
{
    counted = 1;
    counted = 2;
    return argument;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, NULL, forwards, NULL);
    pthread_create(&second, NULL, backwards, NULL);
    pthread_create(&third, NULL, count, NULL);
    pthread_join(third, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
