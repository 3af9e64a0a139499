/* N threads meet at a barrier, ROUNDS times. Nobody asks who came last: one order. With -DLAST each asks: N orders
 * for each round. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

pthread_barrier_t barrier;
atomic_int last;

static void *meet(void *argument)
{
    for (int i = 0; i < ROUNDS; i++) {
#ifdef LAST
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            last++;
#else
        pthread_barrier_wait(&barrier);
#endif
    }
    return argument;
}

int main(void)
{
    pthread_t threads[N];
    pthread_barrier_init(&barrier, 0, N);
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, meet, 0);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
#ifdef LAST
    assert(last == ROUNDS);
#endif
    return 0;
}
