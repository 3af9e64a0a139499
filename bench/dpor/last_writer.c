/* N threads store their number, the last one stays: N! orders of the stores, although only N of them can be told
 * apart at the end. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

atomic_int x;

static void *store(void *argument)
{
    atomic_store(&x, (int)(long)argument + 1);
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, store, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    assert(x >= 1 && x <= N);
    return 0;
}
