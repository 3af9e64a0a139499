/* Three locks taken in a ring: all three threads must hold one for the deadlock. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;

static void take_both(pthread_mutex_t *outer, pthread_mutex_t *inner)
{
    pthread_mutex_lock(outer);
    pthread_mutex_lock(inner);
    pthread_mutex_unlock(inner);
    pthread_mutex_unlock(outer);
}

void *one(void *argument)
{
    take_both(&a, &b);
    return argument;
}

void *two(void *argument)
{
    take_both(&b, &c);
    return argument;
}

void *three(void *argument)
{
    take_both(&c, &a);
    return argument;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, two, NULL);
    pthread_create(&third, NULL, three, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    pthread_join(third, NULL);
    return 0;
}
