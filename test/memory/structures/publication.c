// Publication as in RCU: a node is filled, then a pointer to it is stored; who finds the pointer reads the node. With -DATOMIC
// what it holds is atomic.
#include "structures.h"

#ifdef ATOMIC
typedef atomic_int Value;
#define PUT(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define GET(place) atomic_load_explicit(&(place), memory_order_relaxed)
#else
typedef int Value;
#define PUT(place, value) ((place) = (value))
#define GET(place) (place)
#endif

typedef struct {
    Value value;
} Node;

static Node node;
static _Atomic(Node *) shared;

static void *publish(void *unused)
{
    PUT(node.value, 41);
    PUT(node.value, 42);
    atomic_store_explicit(&shared, &node, ORDER(1, memory_order_release));
    return unused;
}

static void *use(void *unused)
{
    Node *found = atomic_load_explicit(&shared, ORDER(2, ORDER_AS(3, memory_order_consume, memory_order_acquire)));
    if (found != NULL)
        assert(GET(found->value) == 42);
    return unused;
}

int main(void)
{
    run(publish, use, use);
    return 0;
}
