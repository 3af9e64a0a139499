/* Threads without end push onto a stack by compare-exchange; one thread takes all nodes at once and frees them, so
   nobody else has them any more, and an address that comes again does no harm. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static _Atomic(struct node *) top;

static void *report(void *unused)
{
    int value = __VERIFIER_nondet_int();
    struct node *node = malloc(sizeof *node);
    if (!node)
        return unused;
    node->value = value < 0 ? 0 : value;
    struct node *seen = atomic_load(&top);
    do {
        node->next = seen;
    } while (!atomic_compare_exchange_strong(&top, &seen, node));
    return unused;
}

static void *collect(void *unused)
{
    for (;;) {
        struct node *node = atomic_exchange(&top, 0);
        while (node) {
            struct node *next = node->next;
            assert(node->value >= 0);
            free(node);
            node = next;
        }
    }
    return unused;
}

int main(void)
{
    pthread_t collector;
    pthread_create(&collector, 0, collect, 0);
    for (;;) {
        pthread_t reporter;
        pthread_create(&reporter, 0, report, 0);
        pthread_detach(reporter);
    }
}
