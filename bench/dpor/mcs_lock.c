/* The lock of Mellor-Crummey and Scott. Who gives it up finds the next one, or makes the queue empty, or fails to,
 * because somebody has come, and waits until it knows who. With two threads that makes 2 * 3 orders. With more,
 * who fails to may have seen some of those who come later still, which then cannot find the queue empty: with
 * three threads there are 3! * 11 orders, with four 4! * 45 (count_orders.py). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

typedef struct Place {
    _Atomic(struct Place *) next;
    atomic_int waits;
} Place;

Place places[N];
_Atomic(Place *) tail;
int done;

static void lock(Place *own)
{
    atomic_store(&own->waits, 1);
    Place *before = atomic_exchange(&tail, own);
    if (!before)
        return;
    atomic_store(&before->next, own);
    while (atomic_load(&own->waits))
        ;
}

static void unlock(Place *own)
{
    Place *next = atomic_load(&own->next);
    if (!next) {
        Place *expected = own;
        if (atomic_compare_exchange_strong(&tail, &expected, 0))
            return;
        do
            next = atomic_load(&own->next);
        while (!next);
    }
    atomic_store(&next->waits, 0);
}

static void *work(void *argument)
{
    lock(&places[(long)argument]);
    done++;
    unlock(&places[(long)argument]);
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
