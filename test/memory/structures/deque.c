// The work-stealing deque of Chase and Lev, with the orders of Lê, Pop, Cohen and Zappa Nardelli (PPoPP 2013), without
// growth and without reuse of cells. The owner puts in two items and takes one; a thief tries to steal twice.
#include "structures.h"

static atomic_int top;
static atomic_int bottom;
static atomic_int cells[2];
static int taken[3]; // by item, how often the owner got it
static int stolen[3], stolen_too[3]; // by each of the thieves

static void push(int item)
{
    int b = atomic_load_explicit(&bottom, memory_order_relaxed);
    int t = atomic_load_explicit(&top, ORDER(6, memory_order_acquire));
    if (b - t > 1)
        return;
    atomic_store_explicit(&cells[b], item, memory_order_relaxed);
    atomic_thread_fence(ORDER(3, ORDER_AS(9, memory_order_acquire, memory_order_release)));
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void)
{
    int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
    atomic_store_explicit(&bottom, b, memory_order_relaxed);
    atomic_thread_fence(ORDER_AS(1, memory_order_acq_rel, memory_order_seq_cst));
    int t = atomic_load_explicit(&top, memory_order_relaxed);
    int item = 0;
    if (t <= b) {
        item = atomic_load_explicit(&cells[b], memory_order_relaxed);
        if (t < b)
            return item;
        if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, ORDER(7, memory_order_seq_cst),
                                                     memory_order_relaxed))
            item = 0;
    }
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    return item;
}

static int steal(void)
{
    int t = atomic_load_explicit(&top, ORDER(5, memory_order_acquire));
    atomic_thread_fence(ORDER_AS(2, memory_order_acq_rel, memory_order_seq_cst));
    int b = atomic_load_explicit(&bottom, ORDER(4, memory_order_acquire));
    if (t >= b)
        return 0;
    int item = atomic_load_explicit(&cells[t], memory_order_relaxed);
    assert(item != 0);
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, ORDER(8, memory_order_seq_cst), memory_order_relaxed))
        return 0;
    return item;
}

static void *own(void *unused)
{
    push(1);
    push(2);
    taken[take()]++;
    return unused;
}

static void *rob(void *unused)
{
    stolen[steal()]++;
    stolen[steal()]++;
    return unused;
}

static void *rob_too(void *unused)
{
    stolen_too[steal()]++;
    stolen_too[steal()]++;
    return unused;
}

int main(void)
{
    run(own, rob, rob_too);
    assert(taken[1] + stolen[1] + stolen_too[1] <= 1);
    assert(taken[2] + stolen[2] + stolen_too[2] <= 1);
    return 0;
}
