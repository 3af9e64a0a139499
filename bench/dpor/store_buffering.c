/* N threads in a ring each store to their variable and then read that of the next one. Each read comes before or
 * after the store, but not all of them before: 2^N - 1 orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

atomic_int x[N];
int seen[N];

static void *work(void *argument)
{
    long number = (long)argument;
    atomic_store(&x[number], 1);
    seen[number] = atomic_load(&x[(number + 1) % N]);
    return 0;
}

int main(void)
{
    int sum = 0;
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++)
        sum += seen[i];
    assert(sum > 0);
    return 0;
}
