/* A stack whose top is a pointer with a count, which change together. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    struct node *next;
};

typedef struct Top {
    struct node *node;
    size_t count;
} Top;

_Atomic Top top;
struct node nodes[2];

void *push(void *argument)
{
    struct node *node = argument;
    Top old = atomic_load(&top), new;
    do {
        node->next = old.node;
        new = (Top){node, old.count + 1};
    } while (!atomic_compare_exchange_weak(&top, &old, new));
    return NULL;
}

int main(void)
{
    pthread_t pusher;
    pthread_create(&pusher, NULL, push, &nodes[0]);
    push(&nodes[1]);
    pthread_join(pusher, NULL);
    Top whole = atomic_exchange(&top, (Top){0});
    assert(whole.count == 2 && whole.node->next && !whole.node->next->next);
    whole = atomic_load(&top);
    assert(!whole.node && !whole.count);
}
