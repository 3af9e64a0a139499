/* As fig1_maximal.c, with a mutex instead of the semaphore. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int x;
int y;
pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;

void *first(void *argument)
{
    int a = x;
    pthread_mutex_lock(&l);
    x = 1 + a;
    pthread_mutex_unlock(&l);
    y = 1 + a;
    pthread_mutex_lock(&l);
    x = 1 + a;
    pthread_mutex_unlock(&l);
    return argument;
}

void *second(void *argument)
{
    int b = 0;
    pthread_mutex_lock(&l);
    if (x > b) {
        assert(y == 1);
    }
    pthread_mutex_unlock(&l);
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
