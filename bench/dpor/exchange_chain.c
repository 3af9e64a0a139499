/* Thread i puts i where i - 1 is, or fails. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

atomic_int x;

static void *advance(void *argument)
{
    int number = (int)(long)argument, expected = number - 1;
    atomic_compare_exchange_strong(&x, &expected, number);
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, advance, (void *)(i + 1));
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    assert(x >= 1 && x <= N);
    return 0;
}
