// A sequence lock: who reads looks at the number before and after, and takes what it read if it is even and the same.
#include "structures.h"

static atomic_int sequence;
static atomic_int data[2];

static void *write_data(void *unused)
{
    atomic_store_explicit(&sequence, 1, memory_order_relaxed);
    atomic_thread_fence(ORDER(1, ORDER_AS(6, memory_order_acquire, memory_order_release)));
    atomic_store_explicit(&data[0], 1, memory_order_relaxed);
    atomic_store_explicit(&data[1], 1, memory_order_relaxed);
    atomic_store_explicit(&sequence, 2, ORDER(2, memory_order_release));
    return unused;
}

static void *read_data(void *unused)
{
    int before = atomic_load_explicit(&sequence, ORDER(3, memory_order_acquire));
    int first = atomic_load_explicit(&data[0], memory_order_relaxed);
    int second = atomic_load_explicit(&data[1], memory_order_relaxed);
    atomic_thread_fence(ORDER(4, ORDER_AS(7, memory_order_release, memory_order_acquire)));
    int after = atomic_load_explicit(&sequence, ORDER(5, memory_order_acquire));
    assert(before != after || before == 1 || first == second);
    return unused;
}

int main(void)
{
    run(write_data, read_data, read_data);
    return 0;
}
