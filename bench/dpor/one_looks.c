/* N threads add to a number, and only one of them looks at what it was: each of the others comes before or after
 * it, 2^(N-1) orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

atomic_int x;
int seen;

static void *add(void *argument)
{
    atomic_fetch_add(&x, 1);
    return argument;
}

static void *add_and_look(void *argument)
{
    seen = atomic_fetch_add(&x, 1);
    return argument;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, i ? add : add_and_look, 0);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    assert(x == N && seen >= 0 && seen < N);
    return 0;
}
