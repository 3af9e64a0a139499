// A read-write lock in one word: 1 is the writer, each reader adds 2.
#include "structures.h"

static atomic_int state;
static int data[2];

static void *read_data(void *unused)
{
    int seen;
    do {
        seen = atomic_load_explicit(&state, ORDER(5, memory_order_acquire)) & ~1;
    } while (!atomic_compare_exchange_strong_explicit(&state, &seen, seen + 2, ORDER(1, memory_order_acquire),
                                                      memory_order_relaxed));
    assert(data[0] == data[1]);
    atomic_fetch_sub_explicit(&state, 2, ORDER(2, memory_order_release));
    return unused;
}

static void *write_data(void *unused)
{
    int expected;
    do {
        expected = 0;
    } while (!atomic_compare_exchange_strong_explicit(&state, &expected, 1, ORDER(3, memory_order_acquire),
                                                      memory_order_relaxed));
    data[0]++;
    data[1]++;
    atomic_store_explicit(&state, 0, ORDER(4, memory_order_release));
    return unused;
}

int main(void)
{
    run(read_data, write_data, read_data);
    assert(data[0] == 1 && data[1] == 1);
    return 0;
}
