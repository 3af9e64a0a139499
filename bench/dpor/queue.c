/* The queue of Michael and Scott, without reuse of nodes. Of N threads every second one puts something in, the others
 * take something out. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

typedef struct Node {
    int value;
    _Atomic(struct Node *) next;
} Node;

Node nodes[N + 1];
_Atomic(Node *) head = &nodes[N], tail = &nodes[N];
int taken[N];

static void put(Node *node, int value)
{
    node->value = value;
    for (;;) {
        Node *last = atomic_load(&tail), *next = atomic_load(&last->next);
        if (last != atomic_load(&tail))
            continue;
        Node *expected = 0;
        if (next) {
            atomic_compare_exchange_strong(&tail, &last, next);
        } else if (atomic_compare_exchange_strong(&last->next, &expected, node)) {
            atomic_compare_exchange_strong(&tail, &last, node);
            return;
        }
    }
}

static int take(void)
{
    for (;;) {
        Node *first = atomic_load(&head), *last = atomic_load(&tail), *next = atomic_load(&first->next);
        if (first != atomic_load(&head))
            continue;
        if (first == last) {
            if (!next)
                return 0;
            atomic_compare_exchange_strong(&tail, &last, next);
        } else {
            int value = next->value;
            if (atomic_compare_exchange_strong(&head, &first, next))
                return value;
        }
    }
}

static void *work(void *argument)
{
    int number = (int)(long)argument;
    if (number % 2)
        taken[number] = take();
    else
        put(&nodes[number], number + 1);
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++)
            assert(!taken[i] || taken[i] != taken[j]);
    return 0;
}
