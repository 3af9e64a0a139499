/* Lamport's fast lock: who finds nobody there needs five accesses. N threads take it once, the first one ROUNDS
 * times. Without rounds of the loops that only wait two threads have 16 orders, 133 with two rounds
 * (count_orders.py). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

atomic_int wants[N + 1], x, y;
int inside;

static void lock(int own)
{
    for (;;) {
        atomic_store(&wants[own], 1);
        atomic_store(&x, own);
        if (atomic_load(&y)) {
            atomic_store(&wants[own], 0);
            while (atomic_load(&y))
                ;
            continue;
        }
        atomic_store(&y, own);
        if (atomic_load(&x) == own)
            return;
        atomic_store(&wants[own], 0);
        for (int i = 1; i <= N; i++)
            while (atomic_load(&wants[i]))
                ;
        if (atomic_load(&y) == own)
            return;
        while (atomic_load(&y))
            ;
    }
}

static void *work(void *argument)
{
    int own = (int)(long)argument + 1, rounds = own == 1 ? ROUNDS : 1;
    for (int i = 0; i < rounds; i++) {
        lock(own);
        inside++;
        assert(inside == 1);
        inside--;
        atomic_store(&y, 0);
        atomic_store(&wants[own], 0);
    }
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
