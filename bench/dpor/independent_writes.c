/* Two threads store to x and to y. Of N others every second one reads x and then y, the rest y and then x. Each
 * finds one of four pairs. Who finds only the first one stored knows the order of the stores, and nobody of the
 * others may know the opposite: with a and b = N - a of them 4^N - (4^a - 3^a)(4^b - 3^b) orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

atomic_int x[2];
int first[N], second[N];

static void *read_both(void *argument)
{
    long number = (long)argument;
    first[number] = atomic_load(&x[number % 2]);
    second[number] = atomic_load(&x[1 - number % 2]);
    return 0;
}

static void *store(void *argument)
{
    atomic_store(&x[(long)argument], 1);
    return 0;
}

int main(void)
{
    pthread_t threads[N + 2];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, read_both, (void *)i);
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[N + i], 0, store, (void *)i);
    for (int i = 0; i < N + 2; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i += 2)
        for (int j = 1; j < N; j += 2)
            assert(!(first[i] && !second[i] && first[j] && !second[j]));
    return 0;
}
