// Hazard pointers: a reader announces what it is about to use, and looks again whether it is still there; the writer
// takes a node out, and reclaims it if nobody has announced it.
#include "structures.h"

typedef struct {
    int value;
} Node;

static Node nodes[2] = {{1}, {0}};
static _Atomic(Node *) shared = &nodes[0];
static _Atomic(Node *) hazards[2]; // of each of those who use it

static void look(_Atomic(Node *) *hazard)
{
    Node *node = atomic_load_explicit(&shared, ORDER(7, memory_order_acquire));
    atomic_store_explicit(hazard, node, memory_order_relaxed);
    atomic_thread_fence(ORDER_AS(1, memory_order_acq_rel, memory_order_seq_cst));
    if (atomic_load_explicit(&shared, ORDER(3, memory_order_acquire)) == node)
        assert(node->value == 1 || node->value == 2);
    atomic_store_explicit(hazard, NULL, ORDER(5, memory_order_release));
}

static void *use(void *unused)
{
    look(&hazards[0]);
    return unused;
}

static void *use_too(void *unused)
{
    look(&hazards[1]);
    return unused;
}

static void *replace(void *unused)
{
    nodes[1].value = 2;
    Node *old =
        atomic_exchange_explicit(&shared, &nodes[1], ORDER(4, ORDER_AS(8, memory_order_release, memory_order_acq_rel)));
    atomic_thread_fence(ORDER_AS(2, memory_order_acq_rel, memory_order_seq_cst));
    if (atomic_load_explicit(&hazards[0], ORDER(6, memory_order_acquire)) == old)
        return unused;
    if (THREADS == 3 && atomic_load_explicit(&hazards[1], ORDER(6, memory_order_acquire)) == old)
        return unused;
    old->value = 0; // reclaimed
    return unused;
}

int main(void)
{
    run(use, replace, use_too);
    return 0;
}
