// Initialisation without a lock: each makes an object of its own, and the first to install it wins.
#include "structures.h"

typedef struct {
    int value;
} Object;

static Object objects[3];
static _Atomic(Object *) instance;

static Object *get(Object *own)
{
    own->value = 42;
    Object *found = NULL;
    if (atomic_compare_exchange_strong_explicit(
            &instance, &found, own,
            ORDER(1, ORDER_AS(2, memory_order_acquire, ORDER_AS(3, memory_order_release, memory_order_acq_rel))),
            ORDER(4, memory_order_acquire)))
        return own;
    return found;
}

static void *first(void *unused)
{
    assert(get(&objects[0])->value == 42);
    return unused;
}

static void *second(void *unused)
{
    assert(get(&objects[1])->value == 42);
    return unused;
}

static void *third(void *unused)
{
    assert(get(&objects[2])->value == 42);
    return unused;
}

int main(void)
{
    run(first, second, third);
    return 0;
}
