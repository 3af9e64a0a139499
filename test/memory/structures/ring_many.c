// Vyukov's bounded queue for many producers and consumers: each cell has a number that says whose turn it is. Two
// cells; one thread puts in up to three items, the other takes one out.
#include "structures.h"

#define SIZE 2

typedef struct {
    atomic_int sequence;
    int item;
} Cell;

static Cell cells[SIZE] = {{0, 0}, {1, 0}};
static atomic_int put_position;
static atomic_int take_position;

static int put(int item)
{
    int position = atomic_load_explicit(&put_position, memory_order_relaxed);
    for (;;) {
        Cell *cell = &cells[position % SIZE];
        int difference = atomic_load_explicit(&cell->sequence, ORDER(1, memory_order_acquire)) - position;
        if (difference < 0)
            return 0;
        if (difference > 0) {
            position = atomic_load_explicit(&put_position, memory_order_relaxed);
        } else if (atomic_compare_exchange_strong_explicit(&put_position, &position, position + 1,
                                                           ORDER(5, memory_order_acq_rel), memory_order_relaxed)) {
            cell->item = item;
            atomic_store_explicit(&cell->sequence, position + 1, ORDER(2, memory_order_release));
            return 1;
        }
    }
}

// The item, or 0 if there is none.
static int take(void)
{
    int position = atomic_load_explicit(&take_position, memory_order_relaxed);
    for (;;) {
        Cell *cell = &cells[position % SIZE];
        int difference = atomic_load_explicit(&cell->sequence, ORDER(3, memory_order_acquire)) - (position + 1);
        if (difference < 0)
            return 0;
        if (difference > 0) {
            position = atomic_load_explicit(&take_position, memory_order_relaxed);
        } else if (atomic_compare_exchange_strong_explicit(&take_position, &position, position + 1,
                                                           ORDER(6, memory_order_acq_rel), memory_order_relaxed)) {
            int item = cell->item;
            atomic_store_explicit(&cell->sequence, position + SIZE, ORDER(4, memory_order_release));
            return item;
        }
    }
}

static void *first(void *unused)
{
    put(1);
    put(2);
    put(3);
    return unused;
}

static void *second(void *unused)
{
    int item = take();
    assert(item >= 0 && item < THREADS);
    return unused;
}

int main(void)
{
    run(first, second, second);
    return 0;
}
