/* Nodes are pushed by exchanges that may fail without reason. What is written in each round is what was there already. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

_Atomic(struct node *) top;

void *push(void *argument)
{
    struct node *node = malloc(sizeof *node), *seen = atomic_load(&top);
    node->value = 7;
    do
        node->next = seen;
    while (!atomic_compare_exchange_weak(&top, &seen, node));
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, push, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    struct node *node = top;
    assert(node->value == 7 && node->next->value == 7 && !node->next->next);
    free(node->next);
    free(node);
}
