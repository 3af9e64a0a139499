// A spin lock that looks before it tries.
#include "structures.h"

static atomic_int locked;
static int counter;

static void lock(void)
{
    do {
        while (atomic_load_explicit(&locked, ORDER_AS(3, memory_order_acquire, memory_order_relaxed))) {
        }
    } while (atomic_exchange_explicit(&locked, 1, ORDER(1, ORDER(3, memory_order_acquire))));
}

static void unlock(void)
{
    atomic_store_explicit(&locked, 0, ORDER(2, memory_order_release));
}

static void *work(void *unused)
{
    lock();
    counter++;
    unlock();
    return unused;
}

int main(void)
{
    run(work, work, work);
    assert(counter == THREADS);
    return 0;
}
