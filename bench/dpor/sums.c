/* N threads add to a number. Nobody looks at what it was: one order. With -DLOOK each does: N! orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

atomic_int x;
int seen[N];

static void *add(void *argument)
{
#ifdef LOOK
    seen[(long)argument] = atomic_fetch_add(&x, 1);
#else
    (void)argument;
    atomic_fetch_add(&x, 1);
#endif
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, add, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    assert(x == N);
    return 0;
}
