/* N threads prepare something once: they look whether it is done, and if not, take a lock and look again. One of
 * the N does it. Of the others k have looked before it was done and take the lock later in some order: N times the
 * sum of (N-1)!/(N-1-k)! for k = 0 to N - 1. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
atomic_int ready;
int prepared;

static void *use(void *argument)
{
    if (!atomic_load(&ready)) {
        pthread_mutex_lock(&mutex);
        if (!atomic_load(&ready)) {
            prepared++;
            atomic_store(&ready, 1);
        }
        pthread_mutex_unlock(&mutex);
    }
    assert(prepared == 1);
    return argument;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, use, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
