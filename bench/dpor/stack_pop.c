/* N threads pop from a stack without locks on which there are N nodes. Attempts that fail change nothing: N!
 * orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

typedef struct Node {
    struct Node *next;
    int taken;
} Node;

Node nodes[N];
_Atomic(Node *) top;

static void *pop(void *argument)
{
    Node *old;
    do
        old = atomic_load(&top);
    while (!atomic_compare_exchange_strong(&top, &old, old->next));
    old->taken++;
    return argument;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        nodes[i].next = top;
        top = &nodes[i];
    }
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, pop, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++)
        assert(nodes[i].taken == 1);
    assert(!top);
    return 0;
}
