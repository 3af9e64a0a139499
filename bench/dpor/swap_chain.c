/* N threads move what is in their cell of a row to the next one and take back what was there, so that neighbours
 * share a cell. The order of the two users of each of the N - 1 shared cells: 2^(N-1) orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

atomic_int cells[N + 1];
int held[N];

static void *move(void *argument)
{
    long number = (long)argument;
    int own = atomic_exchange(&cells[number], 0);
    held[number] = atomic_exchange(&cells[number + 1], own);
    return 0;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i <= N; i++)
        cells[i] = 1;
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, move, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++)
        sum += held[i] + cells[i];
    assert(sum + cells[N] == N + 1);
    return 0;
}
