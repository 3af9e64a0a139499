// Publication as in RCU: a node is filled, then a pointer to it is stored; who finds the pointer reads the node.
#include "structures.h"

typedef struct {
    int value;
} Node;

static Node node;
static _Atomic(Node *) shared;

static void *publish(void *unused)
{
    node.value = 42;
    atomic_store_explicit(&shared, &node, ORDER(1, memory_order_release));
    return unused;
}

static void *use(void *unused)
{
    Node *found = atomic_load_explicit(&shared, ORDER(2, ORDER_AS(3, memory_order_consume, memory_order_acquire)));
    if (found != NULL)
        assert(found->value == 42);
    return unused;
}

int main(void)
{
    run(publish, use, use);
    return 0;
}
