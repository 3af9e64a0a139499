/* N threads put their number into a variable and keep what was there: N! orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

atomic_int x;
int kept[N];

static void *swap(void *argument)
{
    long number = (long)argument;
    kept[number] = atomic_exchange(&x, (int)number + 1);
    return 0;
}

int main(void)
{
    int sum = 0;
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, swap, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++)
        sum += kept[i];
    assert(sum + x == N * (N + 1) / 2);
    return 0;
}
