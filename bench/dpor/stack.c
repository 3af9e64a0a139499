/* Treiber's stack without reuse of nodes. Of N threads every second one pops, unless there is nothing, the others
 * push. Attempts that fail change nothing. Who has found an empty stack may push onto one that is empty again, so
 * there can be more than N! orders: 2, 8, 38 and 282 for 2 to 5 threads (count_orders.py). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

typedef struct Node {
    struct Node *next;
    int taken;
} Node;

Node nodes[N];
_Atomic(Node *) top;

static void push(Node *node)
{
    Node *old;
    do {
        old = atomic_load(&top);
        node->next = old;
    } while (!atomic_compare_exchange_strong(&top, &old, node));
}

static void pop(void)
{
    for (;;) {
        Node *old = atomic_load(&top);
        if (!old)
            return;
        if (atomic_compare_exchange_strong(&top, &old, old->next)) {
            old->taken++;
            return;
        }
    }
}

static void *work(void *argument)
{
    long number = (long)argument;
    if (number % 2)
        pop();
    else
        push(&nodes[number]);
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    for (Node *node = top; node; node = node->next)
        node->taken++;
    for (int i = 0; i < N; i += 2)
        assert(nodes[i].taken == 1);
    return 0;
}
