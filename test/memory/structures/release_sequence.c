// A message goes on through an update by another thread, which may be relaxed; -DSTORE has that thread store instead,
// which ends the release sequence.
#include "structures.h"

static atomic_int flag;
static int message;

static void *send(void *unused)
{
    message = 42;
    atomic_store_explicit(&flag, 1, ORDER(1, memory_order_release));
    return unused;
}

static void *pass_on(void *unused)
{
#ifdef STORE
    if (atomic_load_explicit(&flag, ORDER(3, memory_order_acquire)) == 1)
        atomic_store_explicit(&flag, 2, ORDER(4, memory_order_release));
#else
    int expected = 1;
    atomic_compare_exchange_strong_explicit(&flag, &expected, 2, ORDER(3, memory_order_acq_rel), memory_order_relaxed);
#endif
    return unused;
}

static void *receive(void *unused)
{
    if (atomic_load_explicit(&flag, ORDER(2, memory_order_acquire)) == 2)
        assert(message == 42);
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, send, NULL);
    pthread_create(&threads[1], NULL, pass_on, NULL);
    pthread_create(&threads[2], NULL, receive, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
