/* The lock of Craig, Landin and Hagersten: each thread puts itself at the end of a queue and waits for the one
 * before it. The order of the queue is the only one: N! orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

typedef struct Place {
    atomic_int busy;
} Place;

Place places[N + 1];
_Atomic(Place *) tail = &places[N];
int done;

static void *work(void *argument)
{
    Place *own = &places[(long)argument];
    atomic_store(&own->busy, 1);
    Place *before = atomic_exchange(&tail, own);
    while (atomic_load(&before->busy))
        ;
    done++;
    atomic_store(&own->busy, 0);
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    assert(done == N);
    return 0;
}
