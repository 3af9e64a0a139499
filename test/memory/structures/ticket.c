// A ticket lock: whoever comes draws a number, and waits until it is served.
#include "structures.h"

static atomic_int next_ticket;
static atomic_int serving;
static int counter;

static void *work(void *unused)
{
    int ticket = atomic_fetch_add_explicit(&next_ticket, 1, ORDER(3, memory_order_acq_rel));
    while (atomic_load_explicit(&serving, ORDER(1, memory_order_acquire)) != ticket) {
    }
    counter++;
    atomic_store_explicit(&serving, ticket + 1, ORDER(2, memory_order_release));
    return unused;
}

int main(void)
{
    run(work, work, work);
    assert(counter == THREADS);
    return 0;
}
