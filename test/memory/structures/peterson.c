// Peterson's algorithm: nothing but loads and stores, which must be in one order.
#include "structures.h"

static atomic_int wants[2];
static atomic_int turn;
static int counter;

static void work(int self)
{
    int other = 1 - self;
    atomic_store_explicit(&wants[self], 1, ORDER_AS(1, memory_order_release, memory_order_seq_cst));
    atomic_store_explicit(&turn, other, ORDER_AS(2, memory_order_release, memory_order_seq_cst));
    while (atomic_load_explicit(&wants[other], ORDER_AS(3, memory_order_acquire, memory_order_seq_cst)) &&
           atomic_load_explicit(&turn, ORDER_AS(4, memory_order_acquire, ORDER(5, memory_order_seq_cst))) == other) {
    }
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
