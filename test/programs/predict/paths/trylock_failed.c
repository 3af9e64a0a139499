/* The attempt fails while the other thread is inside its section, and the assertion is reached after it has left. */
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
void *one(void *p)
{
    pthread_mutex_lock(&m);
    x = 1;
    x = 2;
    pthread_mutex_unlock(&m);
    y = 1;
    return p;
}
void *two(void *p)
{
    int failed = pthread_mutex_trylock(&m);
    if (failed)
        assert(y == 0);
    else
        pthread_mutex_unlock(&m);
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
