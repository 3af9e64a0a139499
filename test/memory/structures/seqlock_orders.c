// A sequence lock without fences: the accesses of the data have the orders.
#include "structures.h"

static atomic_int sequence;
static atomic_int data[2];

static void *write_data(void *unused)
{
    atomic_store_explicit(&sequence, 1, memory_order_relaxed);
    atomic_store_explicit(&data[0], 1, ORDER(1, memory_order_release));
    atomic_store_explicit(&data[1], 1, ORDER(2, memory_order_release));
    atomic_store_explicit(&sequence, 2, ORDER(3, memory_order_release));
    return unused;
}

static void *read_data(void *unused)
{
    int before = atomic_load_explicit(&sequence, ORDER(4, memory_order_acquire));
    int first = atomic_load_explicit(&data[0], ORDER(5, memory_order_acquire));
    int second = atomic_load_explicit(&data[1], ORDER(6, memory_order_acquire));
    int after = atomic_load_explicit(&sequence, ORDER(7, memory_order_acquire));
    assert(before != after || before == 1 || first == second);
    return unused;
}

int main(void)
{
    run(write_data, read_data, read_data);
    return 0;
}
