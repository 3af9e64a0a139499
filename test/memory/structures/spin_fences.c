// A spin lock of relaxed operations and fences.
#include "structures.h"

static atomic_int locked;
static int counter;

static void lock(void)
{
    while (atomic_exchange_explicit(&locked, 1, memory_order_relaxed)) {
    }
    atomic_thread_fence(ORDER(1, ORDER_AS(3, memory_order_release, memory_order_acquire)));
}

static void unlock(void)
{
    atomic_thread_fence(ORDER(2, ORDER_AS(4, memory_order_acquire, memory_order_release)));
    atomic_store_explicit(&locked, 0, memory_order_relaxed);
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
