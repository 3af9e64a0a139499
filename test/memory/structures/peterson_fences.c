// Peterson's algorithm with relaxed accesses and fences.
#include "structures.h"

static atomic_int wants[2];
static atomic_int turn;
static int counter;

static void work(int self)
{
    int other = 1 - self;
    atomic_store_explicit(&wants[self], 1, memory_order_relaxed);
    atomic_thread_fence(ORDER(1, ORDER_AS(2, memory_order_acq_rel, memory_order_seq_cst)));
    atomic_store_explicit(&turn, other, memory_order_relaxed);
    atomic_thread_fence(ORDER(3, ORDER_AS(4, memory_order_acq_rel, memory_order_seq_cst)));
    while (atomic_load_explicit(&wants[other], memory_order_relaxed) &&
           atomic_load_explicit(&turn, memory_order_relaxed) == other) {
    }
    atomic_thread_fence(ORDER(5, memory_order_acquire));
    counter++;
    atomic_store_explicit(&wants[self], 0, ORDER(6, memory_order_release));
}

static void *first(void *unused)
{
    work(0);
    return unused;
}

static void *second(void *unused)
{
    work(1);
    return unused;
}

int main(void)
{
    run(first, second, NULL);
    assert(counter == 2);
    return 0;
}
