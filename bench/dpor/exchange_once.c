/* N threads try to put their number where 0 is: one succeeds, the others find its number. N orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

atomic_int x;

static void *take(void *argument)
{
    int expected = 0;
    atomic_compare_exchange_strong(&x, &expected, (int)(long)argument);
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, take, (void *)(i + 1));
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    assert(x >= 1 && x <= N);
    return 0;
}
