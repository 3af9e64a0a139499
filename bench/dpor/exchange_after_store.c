/* One thread stores 2, N others put 3 where 2 is. Those that come before the store fail, of the others the first one
 * succeeds: N * 2^(N-1) + 1 orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

atomic_int x;

static void *put(void *argument)
{
    int expected = 2;
    atomic_compare_exchange_strong(&x, &expected, 3);
    return argument;
}

static void *store(void *argument)
{
    atomic_store(&x, 2);
    return argument;
}

int main(void)
{
    pthread_t threads[N + 1];
    pthread_create(&threads[N], 0, store, 0);
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, put, 0);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], 0);
    assert(x == 2 || x == 3);
    return 0;
}
