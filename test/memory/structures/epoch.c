// Reclamation by epochs: a reader notes the epoch in which it began. The writer takes a node out, begins a new epoch,
// and reclaims the node if no reader is there that began before.
#include "structures.h"

#define ABSENT (-1)

typedef struct {
    int value;
} Node;

static Node nodes[2] = {{1}, {0}};
static _Atomic(Node *) shared = &nodes[0];
static atomic_int epoch;
static atomic_int begun[2] = {ABSENT, ABSENT}; // of each reader

static void look(atomic_int *began)
{
    int now = atomic_load_explicit(&epoch, ORDER(3, memory_order_acquire));
    atomic_store_explicit(began, now, memory_order_relaxed);
    atomic_thread_fence(ORDER_AS(1, memory_order_acq_rel, memory_order_seq_cst));
    Node *node = atomic_load_explicit(&shared, ORDER(7, memory_order_acquire));
    assert(node->value == 1 || node->value == 2);
    atomic_store_explicit(began, ABSENT, ORDER(5, memory_order_release));
}

static void *use(void *unused)
{
    look(&begun[0]);
    return unused;
}

static void *use_too(void *unused)
{
    look(&begun[1]);
    return unused;
}

static void *replace(void *unused)
{
    nodes[1].value = 2;
    Node *old =
        atomic_exchange_explicit(&shared, &nodes[1], ORDER(8, ORDER_AS(9, memory_order_release, memory_order_acq_rel)));
    atomic_store_explicit(&epoch, 1, ORDER(4, memory_order_release));
    atomic_thread_fence(ORDER_AS(2, memory_order_acq_rel, memory_order_seq_cst));
    if (atomic_load_explicit(&begun[0], ORDER(6, memory_order_acquire)) == 0)
        return unused;
    if (THREADS == 3 && atomic_load_explicit(&begun[1], ORDER(6, memory_order_acquire)) == 0)
        return unused;
    old->value = 0; // reclaimed
    return unused;
}

int main(void)
{
    run(use, replace, use_too);
    return 0;
}
