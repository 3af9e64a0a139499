// A ring with one producer and one consumer: two items through SIZE cells.
#include "structures.h"

#ifndef SIZE
#define SIZE 1
#endif

static int cells[SIZE];
static atomic_int head; // how many were taken out
static atomic_int tail; // how many were put in

static void *produce(void *unused)
{
    for (int item = 1; item <= 2; item++) {
        int t = atomic_load_explicit(&tail, ORDER(5, memory_order_acquire));
        while (t - atomic_load_explicit(&head, ORDER(1, memory_order_acquire)) == SIZE) {
        }
        cells[t % SIZE] = item;
        atomic_store_explicit(&tail, t + 1, ORDER(2, memory_order_release));
    }
    return unused;
}

static void *consume(void *unused)
{
    for (int item = 1; item <= 2; item++) {
        int h = atomic_load_explicit(&head, ORDER(6, memory_order_acquire));
        while (atomic_load_explicit(&tail, ORDER(3, memory_order_acquire)) == h) {
        }
        assert(cells[h % SIZE] == item);
        atomic_store_explicit(&head, h + 1, ORDER(4, memory_order_release));
    }
    return unused;
}

int main(void)
{
    run(produce, consume, NULL);
    return 0;
}
