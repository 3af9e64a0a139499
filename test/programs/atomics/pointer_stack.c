/* Two pushes on a lock-free stack: both nodes end up in it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

_Atomic(struct node *) top;
struct node nodes[2] = {{NULL, 1}, {NULL, 2}};

void *push(void *argument)
{
    struct node *node = argument;
    struct node *old = atomic_load(&top);
    do {
        node->next = old;
    } while (!atomic_compare_exchange_weak(&top, &old, node));
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    int sum = 0;
    pthread_create(&first, NULL, push, &nodes[0]);
    pthread_create(&second, NULL, push, &nodes[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    for (struct node *node = atomic_load(&top); node != NULL; node = node->next) {
        sum += node->value;
    }
    assert(sum == 3);
    return 0;
}
