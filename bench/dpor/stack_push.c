/* N threads push onto a stack without locks. Attempts that fail change nothing: N! orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

typedef struct Node {
    struct Node *next;
} Node;

Node nodes[N];
_Atomic(Node *) top;

static void *push(void *argument)
{
    Node *node = &nodes[(long)argument], *old;
    do {
        old = atomic_load(&top);
        node->next = old;
    } while (!atomic_compare_exchange_strong(&top, &old, node));
    return 0;
}

int main(void)
{
    int length = 0;
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, push, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    for (Node *node = top; node; node = node->next)
        length++;
    assert(length == N);
    return 0;
}
