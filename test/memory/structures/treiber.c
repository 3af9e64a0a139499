// Treiber's stack, without reuse of nodes.
#include "structures.h"

typedef struct Node {
    int value;
    struct Node *next;
} Node;

static _Atomic(Node *) top;
static Node nodes[3];

static void push(Node *node, int value)
{
    node->value = value;
    Node *old = atomic_load_explicit(&top, ORDER(5, memory_order_acquire));
    do {
        node->next = old;
    } while (!atomic_compare_exchange_strong_explicit(&top, &old, node, ORDER(1, memory_order_release),
                                                      ORDER(6, memory_order_acquire)));
}

static Node *pop(void)
{
    Node *old = atomic_load_explicit(&top, ORDER(2, memory_order_acquire));
    while (old != NULL && !atomic_compare_exchange_strong_explicit(
                              &top, &old, old->next, ORDER(4, memory_order_acq_rel), ORDER(3, memory_order_acquire))) {
    }
    return old;
}

static void *first(void *unused)
{
    push(&nodes[0], 1);
    return unused;
}

static void *second(void *unused)
{
    push(&nodes[1], 2);
    Node *popped = pop();
    assert(popped != NULL);
    assert(popped->value >= 1 && popped->value <= THREADS);
    return unused;
}

static void *third(void *unused)
{
    push(&nodes[2], 3);
    return unused;
}

int main(void)
{
    run(first, second, third);
    return 0;
}
