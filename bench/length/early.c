/*
 * What can be ordered in several ways comes first: each of N threads exchanges a number. What follows is long, commutes, and
 * depends on the number: ROUNDS rounds with a lock and a cell of the thread's own. So every order is a run of its own from its
 * beginning to its end, with 4 * N * ROUNDS events and some more, and there are N! of them.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 4
#endif
#ifndef ROUNDS
#define ROUNDS 100
#endif

atomic_int last;
pthread_mutex_t locks[N];
unsigned cells[N];

static void *work(void *argument)
{
    int self = (int)(size_t)argument;
    unsigned before = (unsigned)atomic_exchange(&last, self + 1);
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&locks[self]);
        cells[self] = cells[self] * 3 + before;
        pthread_mutex_unlock(&locks[self]);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++) {
        pthread_mutex_init(&locks[i], NULL);
        pthread_create(&threads[i], NULL, work, (void *)(size_t)i);
    }
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(atomic_load(&last) != 0);
    return 0;
}
