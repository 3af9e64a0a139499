/* A stack by compare-exchange whose nodes are freed when they are popped: another thread that is about to pop the same
   node reads what comes next from freed memory. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static _Atomic(struct node *) top;

static void push(void)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return;
    struct node *seen = atomic_load(&top);
    do {
        node->next = seen;
    } while (!atomic_compare_exchange_strong(&top, &seen, node));
}

static void pop(void)
{
    struct node *seen = atomic_load(&top), *next;
    do {
        if (!seen)
            return;
        next = seen->next;
    } while (!atomic_compare_exchange_strong(&top, &seen, next));
    free(seen);
}

static void *work(void *unused)
{
    push();
    pop();
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t worker;
        pthread_create(&worker, 0, work, 0);
        pthread_detach(worker);
    }
}
