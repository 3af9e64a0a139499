// The lock of Craig, Landin and Hagersten: each waits at the node of the one before.
#include "structures.h"

typedef struct {
    atomic_int busy;
} Node;

static Node nodes[4]; // the last one is the tail of the empty queue
static _Atomic(Node *) tail = &nodes[3];
static int counter;

static void work(Node *node)
{
    atomic_store_explicit(&node->busy, 1, memory_order_relaxed);
    Node *before = atomic_exchange_explicit(
        &tail, node,
        ORDER(1, ORDER_AS(2, memory_order_acquire, ORDER_AS(3, memory_order_release, memory_order_acq_rel))));
    while (atomic_load_explicit(&before->busy, ORDER(4, memory_order_acquire))) {
    }
    counter++;
    atomic_store_explicit(&node->busy, 0, ORDER(5, memory_order_release));
}

static void *first(void *unused)
{
    work(&nodes[0]);
    return unused;
}

static void *second(void *unused)
{
    work(&nodes[1]);
    return unused;
}

static void *third(void *unused)
{
    work(&nodes[2]);
    return unused;
}

int main(void)
{
    run(first, second, third);
    assert(counter == THREADS);
    return 0;
}
