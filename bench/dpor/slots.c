/* N threads add up a part each, in a place of their own, and main adds these: one order. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

int sums[N];

static void *add_up(void *argument)
{
    long number = (long)argument;
    for (int i = 0; i < 3; i++)
        sums[number] += (int)number;
    return 0;
}

int main(void)
{
    int sum = 0;
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, add_up, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++)
        sum += sums[i];
    assert(sum == 3 * N * (N - 1) / 2);
    return 0;
}
