// A counting semaphore in one word, used as a lock.
#include "structures.h"

static atomic_int value = 1;
static int counter;

static void down(void)
{
    int seen;
    do {
        do {
            seen = atomic_load_explicit(&value, ORDER(3, memory_order_acquire));
        } while (seen == 0);
    } while (!atomic_compare_exchange_strong_explicit(&value, &seen, seen - 1, ORDER(1, memory_order_acquire),
                                                      memory_order_relaxed));
}

static void *work(void *unused)
{
    down();
    counter++;
    atomic_fetch_add_explicit(&value, 1, ORDER(2, memory_order_release));
    return unused;
}

int main(void)
{
    run(work, work, work);
    assert(counter == THREADS);
    return 0;
}
