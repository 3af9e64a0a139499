// A list to which both threads add in front; the second then goes through it.
#include "structures.h"

typedef struct Node {
    int value;
    _Atomic(struct Node *) next;
} Node;

static _Atomic(Node *) head;
static Node nodes[3];

static void add(Node *node)
{
    node->value = 1;
    Node *first = atomic_load_explicit(&head, ORDER(4, memory_order_acquire));
    do {
        atomic_store_explicit(&node->next, first, memory_order_relaxed);
    } while (!atomic_compare_exchange_strong_explicit(&head, &first, node, ORDER(1, memory_order_release),
                                                      ORDER(5, memory_order_acquire)));
}

static void *first_thread(void *unused)
{
    add(&nodes[0]);
    return unused;
}

static void *second_thread(void *unused)
{
    add(&nodes[1]);
    int sum = 0;
    Node *node = atomic_load_explicit(&head, ORDER(2, memory_order_acquire));
    while (node != NULL) {
        sum += node->value;
        node = atomic_load_explicit(&node->next, ORDER(3, memory_order_acquire));
    }
    assert(sum >= 1 && sum <= THREADS);
    return unused;
}

static void *third_thread(void *unused)
{
    add(&nodes[2]);
    return unused;
}

int main(void)
{
    run(first_thread, second_thread, third_thread);
    return 0;
}
