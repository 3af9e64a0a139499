/* N threads try to take a lock and give it up again; who does not get it counts elsewhere. If k get it, in some
 * order, each of the others has failed while one of these k had it: the sum of N!/(N-k)! k^(N-k) for k = 1 to N. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int inside;
atomic_int outside;

static void *count(void *argument)
{
    if (pthread_mutex_trylock(&mutex)) {
        atomic_fetch_add(&outside, 1);
    } else {
        inside++;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, count, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    assert(inside >= 1 && inside + outside == N);
    return 0;
}
