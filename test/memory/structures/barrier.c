// A barrier: each counts itself, and waits until all have.
#include "structures.h"

static atomic_int arrived;
static int values[3];

static void meet(void)
{
    atomic_fetch_add_explicit(
        &arrived, 1,
        ORDER(1, ORDER_AS(2, memory_order_acquire, ORDER_AS(3, memory_order_release, memory_order_acq_rel))));
    while (atomic_load_explicit(&arrived, ORDER(4, memory_order_acquire)) != THREADS) {
    }
}

static void *first(void *unused)
{
    values[0] = 1;
    meet();
    assert(values[1] == 1);
    return unused;
}

static void *second(void *unused)
{
    values[1] = 1;
    meet();
    assert(values[0] == 1);
    return unused;
}

static void *third(void *unused)
{
    values[2] = 1;
    meet();
    assert(values[0] == 1);
    return unused;
}

int main(void)
{
    run(first, second, third);
    return 0;
}
