/* Written for GenMC: a stack whose exchanges are marked with what they are for. With -DLOST an element gets lost. */
#include <assert.h>
#include <genmc.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct node {
    int value;
    struct node *next;
} node_t;

static _Atomic(node_t *) top;
static atomic_int pushed;
static node_t nodes[2] = {{1, NULL}, {2, NULL}};

static void *push(void *argument)
{
    node_t *node = argument;
    while (true) {
        node_t *expected = __VERIFIER_speculative_read(atomic_load(&top));
        __VERIFIER_local_write(node->next = expected);
#ifdef LOST
        __VERIFIER_final_write(atomic_store(&top, node););
        break;
#else
        if (__VERIFIER_confirming_CAS(atomic_compare_exchange_strong(&top, &expected, node))) {
            break;
        }
#endif
    }
    __VERIFIER_helping_CAS(
        atomic_fetch_add(&pushed, node->value);
    );
    __VERIFIER_optional(
        sched_yield();
    );
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, push, &nodes[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    node_t *last = atomic_load(&top);
    assert(pushed == 3 && last && last->next && !last->next->next);
    return 0;
}
