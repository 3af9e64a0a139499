/* Two threads store to a variable, N others read it once. One store comes first, and each reader reads before,
 * between or after them: 2 * 3^N orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

atomic_int x;
int seen[N];

static void *read_once(void *argument)
{
    seen[(long)argument] = atomic_load(&x);
    return 0;
}

static void *store(void *argument)
{
    atomic_store(&x, (int)(long)argument);
    return 0;
}

int main(void)
{
    pthread_t threads[N + 2];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, read_once, (void *)i);
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[N + i], 0, store, (void *)(i + 1));
    for (int i = 0; i < N + 2; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++)
        assert(seen[i] >= 0 && seen[i] <= 2);
    assert(x == 1 || x == 2);
    return 0;
}
