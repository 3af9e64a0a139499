/*
 * The lock-free queue of Michael and Scott: head and tail are moved by compare-and-swap, and who finds the tail behind
 * helps it on. Nodes are not used again, so pointers need no counters. T threads make K attempts each, one round of
 * the operation's loop being an attempt; the input of a thread decides whether it enqueues or dequeues. The queue has
 * two values before the threads start, behind the node that stands for none.
 *
 * A thread that dequeues must see the values of each producer in the order in which they were enqueued, and no value
 * may come out twice. With -DBROKEN the head is moved without looking whether another thread has moved it.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef T
#define T 2
#endif
#ifndef K
#define K 2
#endif

struct node {
    _Atomic(struct node *) next;
    int producer;
    int number;
    atomic_int dequeued;
};

extern int __VERIFIER_nondet_int(void);

static struct node initial[3] = {{&initial[1], 0, 0, 1}, {&initial[2], 0, 1, 0}, {NULL, 0, 2, 0}};
static struct node nodes[T][K];
static _Atomic(struct node *) head = &initial[0];
static _Atomic(struct node *) tail = &initial[2];

static int try_enqueue(struct node *node)
{
    struct node *last = atomic_load(&tail);
    struct node *next = atomic_load(&last->next);
    if (next != NULL) {
        atomic_compare_exchange_strong(&tail, &last, next);
        return 0;
    }
    if (!atomic_compare_exchange_strong(&last->next, &next, node)) {
        return 0;
    }
    atomic_compare_exchange_strong(&tail, &last, node);
    return 1;
}

/* NULL if the queue is empty or another thread was faster. */
static struct node *try_dequeue(void)
{
    struct node *first = atomic_load(&head);
    struct node *last = atomic_load(&tail);
    struct node *next = atomic_load(&first->next);
    if (next == NULL) {
        return NULL;
    }
    if (first == last) {
        atomic_compare_exchange_strong(&tail, &last, next);
        return NULL;
    }
#ifdef BROKEN
    atomic_store(&head, next);
    return next;
#else
    return atomic_compare_exchange_strong(&head, &first, next) ? next : NULL;
#endif
}

static void enqueue_some(int producer)
{
    int number = 0;
    for (int n = 0; n < K; n++) {
        struct node *node = &nodes[producer - 1][number];
        node->producer = producer;
        node->number = number + 1;
        if (try_enqueue(node)) {
            number++;
        }
    }
}

static void dequeue_some(void)
{
    int latest[T + 1] = {0};
    for (int n = 0; n < K; n++) {
        struct node *node = try_dequeue();
        if (node != NULL) {
            assert(!atomic_exchange(&node->dequeued, 1));
            assert(node->number > latest[node->producer]);
            latest[node->producer] = node->number;
        }
    }
}

static void *work(void *argument)
{
    int produces = __VERIFIER_nondet_int();
    if (produces) {
        enqueue_some((int)(intptr_t)argument);
    } else {
        dequeue_some();
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[T];
    for (int n = 0; n < T; n++) {
        pthread_create(&threads[n], NULL, work, (void *)(intptr_t)(n + 1));
    }
    for (int n = 0; n < T; n++) {
        pthread_join(threads[n], NULL);
    }
    return 0;
}
