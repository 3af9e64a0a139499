/* Threads without end push a positive number and pop one, under a lock: whoever has popped a node is the only one to
   have it, and may free it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *top;

static void push(int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return;
    node->value = value;
    pthread_mutex_lock(&lock);
    node->next = top;
    top = node;
    pthread_mutex_unlock(&lock);
}

static struct node *pop(void)
{
    pthread_mutex_lock(&lock);
    struct node *node = top;
    if (node)
        top = node->next;
    pthread_mutex_unlock(&lock);
    return node;
}

static void *work(void *unused)
{
    int value = __VERIFIER_nondet_int();
    if (value > 0)
        push(value);
    struct node *node = pop();
    if (node) {
        assert(node->value > 0);
        free(node);
    }
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
