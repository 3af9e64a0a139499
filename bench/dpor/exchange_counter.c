/* N threads add 1 with an exchange that they try until it succeeds, reading the number again each time. An attempt
 * that fails might as well not have been made: N! orders. With -DKEEP the failed exchange tells the number for the
 * next one. Then no attempt is like another one, and the k-th one to succeed may have made some with any of the
 * k - 1 numbers before: N! * 2^(N(N-1)/2) orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

atomic_int x;

static void *add(void *argument)
{
#ifdef KEEP
    int old = atomic_load(&x);
    while (!atomic_compare_exchange_strong(&x, &old, old + 1))
        ;
#else
    int old;
    do
        old = atomic_load(&x);
    while (!atomic_compare_exchange_strong(&x, &old, old + 1));
#endif
    return argument;
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
