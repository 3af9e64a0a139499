// The lock of Mellor-Crummey and Scott: those who wait stand in a queue, each waits at its own node.
#include "structures.h"

typedef struct Node {
    _Atomic(struct Node *) next;
    atomic_int waiting;
} Node;

static _Atomic(Node *) tail;
static Node nodes[THREADS];
static int counter;

static void lock(Node *node)
{
    atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
    atomic_store_explicit(&node->waiting, 1, memory_order_relaxed);
    Node *before = atomic_exchange_explicit(
        &tail, node,
        ORDER(1, ORDER_AS(2, memory_order_acquire, ORDER_AS(3, memory_order_release, memory_order_acq_rel))));
    if (before == NULL)
        return;
    atomic_store_explicit(&before->next, node, ORDER(4, memory_order_release));
    while (atomic_load_explicit(&node->waiting, ORDER(5, memory_order_acquire))) {
    }
}

static void unlock(Node *node)
{
    Node *after = atomic_load_explicit(&node->next, ORDER(6, memory_order_acquire));
    if (after == NULL) {
        Node *expected = node;
        if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, ORDER(7, memory_order_release),
                                                    memory_order_relaxed))
            return;
        do {
            after = atomic_load_explicit(&node->next, ORDER(6, memory_order_acquire));
        } while (after == NULL);
    }
    atomic_store_explicit(&after->waiting, 0, ORDER(8, memory_order_release));
}

static void work(Node *node)
{
    lock(node);
    counter++;
    unlock(node);
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
    work(&nodes[THREADS - 1]);
    return unused;
}

int main(void)
{
    run(first, second, third);
    assert(counter == THREADS);
    return 0;
}
