/* What threads push, and what one of them takes, all is freed, since main waits for them. The order in which they come makes no
   difference to what is left at the end. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

_Atomic(struct node *) top;

void *push(void *argument)
{
    struct node *node = malloc(sizeof *node);
    node->next = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &node->next, node))
        ;
    return argument;
}

void *take(void *argument)
{
    struct node *node = atomic_exchange(&top, NULL);
    while (node) {
        struct node *next = node->next;
        free(node);
        node = next;
    }
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, push, NULL);
    pthread_create(&threads[1], NULL, push, NULL);
    pthread_create(&threads[2], NULL, take, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    take(NULL);
    return 0;
}
