/* Peterson's lock for two threads, which take it ROUNDS times each. Without rounds of the loop that only wait
 * there are 4 orders, 48 with two rounds (count_orders.py). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

atomic_int wants[N], turn;
int inside;

static void *work(void *argument)
{
    int own = (int)(long)argument, other = 1 - own;
    for (int i = 0; i < ROUNDS; i++) {
        atomic_store(&wants[own], 1);
        atomic_store(&turn, other);
        while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
            ;
        inside++;
        assert(inside == 1);
        inside--;
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
