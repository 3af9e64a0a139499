/* N threads try to take a mutex that the one who gets it keeps: N orders. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int taken[N];

static void *try(void *argument)
{
    taken[(long)argument] = !pthread_mutex_trylock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    int sum = 0;
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, try, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++)
        sum += taken[i];
    assert(sum == 1);
    return 0;
}
