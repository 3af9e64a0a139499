// The queue of Michael and Scott, without reuse of nodes. With -DPAIR one thread puts something in and the other
// takes it out; otherwise the second one puts something in first, and so must find something.
#include "structures.h"

typedef struct Node {
    int value;
    _Atomic(struct Node *) next;
} Node;

static Node nodes[4]; // the last one stands in front of the empty queue
static _Atomic(Node *) head = &nodes[3];
static _Atomic(Node *) tail = &nodes[3];

// Moves the tail on, unless somebody else has.
static void move_tail(Node *from, Node *to)
{
    atomic_compare_exchange_strong_explicit(&tail, &from, to, ORDER(3, memory_order_release), memory_order_relaxed);
}

static void put(Node *node, int value)
{
    node->value = value;
    for (;;) {
        Node *last = atomic_load_explicit(&tail, ORDER(4, memory_order_acquire));
        Node *after = atomic_load_explicit(&last->next, ORDER(5, memory_order_acquire));
        if (after != NULL) {
            move_tail(last, after);
        } else if (atomic_compare_exchange_strong_explicit(&last->next, &after, node, ORDER(1, memory_order_release),
                                                           memory_order_relaxed)) {
            move_tail(last, node);
            return;
        }
    }
}

// The value, or 0 if there is none.
static int take(void)
{
    for (;;) {
        Node *first = atomic_load_explicit(&head, ORDER(8, memory_order_acquire));
        Node *last = atomic_load_explicit(&tail, ORDER(6, memory_order_acquire));
        Node *after = atomic_load_explicit(&first->next, ORDER(2, memory_order_acquire));
        if (first != last) {
            int value = after->value;
            if (atomic_compare_exchange_strong_explicit(&head, &first, after, ORDER(7, memory_order_release),
                                                        memory_order_relaxed))
                return value;
        } else if (after == NULL) {
            return 0;
        } else {
            move_tail(last, after);
        }
    }
}

static void *first_thread(void *unused)
{
    put(&nodes[0], 1);
    return unused;
}

static void *second_thread(void *unused)
{
#ifdef PAIR
    int value = take();
    assert(value >= 0 && value <= THREADS && value != 2);
#else
    put(&nodes[1], 2);
    int value = take();
    assert(value >= 1 && value <= THREADS);
#endif
    return unused;
}

static void *third_thread(void *unused)
{
    put(&nodes[2], 3);
    return unused;
}

int main(void)
{
    run(first_thread, second_thread, third_thread);
    return 0;
}
