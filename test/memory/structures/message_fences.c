// A message behind a flag that is waited for, with fences; and the flag is raised in two steps, the second by an
// update.
#include "structures.h"

static atomic_int flag;
static int message;

static void *send(void *unused)
{
    message = 42;
    atomic_thread_fence(ORDER(1, ORDER_AS(3, memory_order_acquire, memory_order_release)));
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&flag, 1, ORDER(5, memory_order_acq_rel));
    return unused;
}

static void *receive(void *unused)
{
    while (atomic_load_explicit(&flag, memory_order_relaxed) != 2) {
    }
    atomic_thread_fence(ORDER(2, ORDER_AS(4, memory_order_release, memory_order_acquire)));
    assert(message == 42);
    return unused;
}

int main(void)
{
    run(send, receive, receive);
    return 0;
}
