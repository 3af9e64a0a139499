/* One thread sets a flag, N others look at it, and look again if it is not set. Both looks come before, the second
 * comes after, or the first one does: 3^N orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

atomic_int flag;
int first[N], second[N];

static void *look(void *argument)
{
    long number = (long)argument;
    first[number] = atomic_load(&flag);
    second[number] = first[number] || atomic_load(&flag);
    return 0;
}

static void *set(void *argument)
{
    atomic_store(&flag, 1);
    return argument;
}

int main(void)
{
    pthread_t threads[N + 1];
    pthread_create(&threads[N], 0, set, 0);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, look, (void *)i);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++)
        assert(first[i] <= second[i]);
    return 0;
}
