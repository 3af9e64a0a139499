/* Threads that do the same with the same: who takes which number makes a difference, but not which thread that is. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_int next;
int taken[N], late;

static void *take(void *argument)
{
    int number = atomic_fetch_add(&next, 1);
    pthread_mutex_lock(&lock);
    taken[number]++;
    if (number == N - 1 && !taken[0])
        late = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, take, 0);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++)
        assert(taken[i] == 1);
#ifdef IN_TIME
    assert(!late);
#endif
    return 0;
}
