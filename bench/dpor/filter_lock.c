/* Peterson's lock for N threads: at each of N - 1 levels the last one to come waits until nobody is as far, or
 * somebody else comes. They take it ROUNDS times each. Without rounds of the loop that only wait two threads have
 * 4 orders, 48 with two rounds, and three threads have 447 (count_orders.py). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

atomic_int level[N], last[N];
int inside;

static int must_wait(int own, int at)
{
    for (int i = 0; i < N; i++)
        if (i != own && atomic_load(&level[i]) >= at)
            return atomic_load(&last[at]) == own;
    return 0;
}

static void *work(void *argument)
{
    int own = (int)(long)argument;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 1; i < N; i++) {
            atomic_store(&level[own], i);
            atomic_store(&last[i], own);
            while (must_wait(own, i))
                ;
        }
        inside++;
        assert(inside == 1);
        inside--;
        atomic_store(&level[own], 0);
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
