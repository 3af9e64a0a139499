// Reference counting: who gives up the last reference destroys the object.
#include "structures.h"

static atomic_int references = THREADS;
static int value = 1;

static void *use(void *unused)
{
    assert(value == 1);
    if (atomic_fetch_sub_explicit(&references, 1, ORDER(1, ORDER_AS(3, memory_order_acquire, memory_order_release))) ==
        1) {
        atomic_thread_fence(ORDER(2, ORDER_AS(4, memory_order_release, memory_order_acquire)));
        value = 0;
    }
    return unused;
}

int main(void)
{
    run(use, use, use);
    assert(value == 0);
    return 0;
}
