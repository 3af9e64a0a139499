/* Lamport's bakery for N threads: each takes a number above those that it sees and waits for those with a lower
 * one, ROUNDS times. Without rounds of the loops that only wait two threads have 9 orders, 213 with two rounds,
 * and three threads have 254 (count_orders.py). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

atomic_int chooses[N], numbers[N];
int inside;

static int comes_before(int other, int own)
{
    int number = atomic_load(&numbers[other]), limit = numbers[own];
    return number && (number < limit || (number == limit && other < own));
}

static void lock(int own)
{
    int highest = 0;
    atomic_store(&chooses[own], 1);
    for (int i = 0; i < N; i++) {
        int number = i == own ? 0 : atomic_load(&numbers[i]);
        if (number > highest)
            highest = number;
    }
    atomic_store(&numbers[own], highest + 1);
    atomic_store(&chooses[own], 0);
    for (int i = 0; i < N; i++) {
        if (i == own)
            continue;
        while (atomic_load(&chooses[i]))
            ;
        while (comes_before(i, own))
            ;
    }
}

static void *work(void *argument)
{
    int own = (int)(long)argument;
    for (int i = 0; i < ROUNDS; i++) {
        lock(own);
        inside++;
        assert(inside == 1);
        inside--;
        atomic_store(&numbers[own], 0);
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
