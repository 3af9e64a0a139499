/*
 * N philosophers around a table, a fork between each two; each takes the left fork first. With -DORDERED the last one
 * takes the right fork first, which is the one with the lower number, and nobody starves.
 *
 * What matters is who of two neighbours gets the fork between them first. For N = 3 that is 2^3 ways. Two of them go
 * round in a circle. One of these is the deadlock, every left fork taken; the other cannot happen. So there are 7 runs
 * that dpor cannot do without, the deadlock among them, and with -DORDERED, where no circle can happen, 6.
 */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

pthread_mutex_t forks[N];

void dine(pthread_mutex_t *first, pthread_mutex_t *second)
{
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

void *take_seat(void *argument)
{
    int seat = (int)(intptr_t)argument;
    int left = seat;
    int right = (seat + 1) % N;
#ifdef ORDERED
    if (right < left) {
        left = right;
        right = seat;
    }
#endif
    dine(&forks[left], &forks[right]);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) {
        pthread_mutex_init(&forks[i], NULL);
    }
    for (int i = 0; i < N; i++) {
        pthread_create(&threads[i], NULL, take_seat, (void *)(intptr_t)i);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
