// Hazard pointers: a reader announces what it is about to use, and looks again whether it is still there; the writer
// takes a node out, and reclaims it if nobody has announced it.
#include "structures.h"

typedef struct {
    int value;
} Node;

static Node nodes[2] = {{1}, {0}};
static _Atomic(Node *) shared = &nodes[0];
static _Atomic(Node *) hazard;

static void *use(void *unused)
{
    Node *node = atomic_load_explicit(&shared, ORDER(7, memory_order_acquire));
    atomic_store_explicit(&hazard, node, memory_order_relaxed);
    atomic_thread_fence(ORDER_AS(1, memory_order_acq_rel, memory_order_seq_cst));
    if (atomic_load_explicit(&shared, ORDER(3, memory_order_acquire)) == node)
        assert(node->value == 1 || node->value == 2);
    atomic_store_explicit(&hazard, NULL, ORDER(5, memory_order_release));
    return unused;
}

static void *replace(void *unused)
{
    nodes[1].value = 2;
    Node *old =
        atomic_exchange_explicit(&shared, &nodes[1], ORDER(4, ORDER_AS(8, memory_order_release, memory_order_acq_rel)));
    atomic_thread_fence(ORDER_AS(2, memory_order_acq_rel, memory_order_seq_cst));
    if (atomic_load_explicit(&hazard, ORDER(6, memory_order_acquire)) != old)
        old->value = 0; // reclaimed
    return unused;
}

int main(void)
{
    run_two(use, replace);
    return 0;
}
