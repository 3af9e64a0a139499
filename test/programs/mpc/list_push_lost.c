/* As list_push.c, but the next node is looked up before the lock is taken: of two nodes one may get lost. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

struct node *head;
int pushed;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *push(void *argument)
{
    int value = __VERIFIER_nondet_int();
    if (value > 0) {
        struct node *node = malloc(sizeof *node);
        node->value = value;
        node->next = head;
        pthread_mutex_lock(&lock);
        head = node;
        pushed++;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    struct node sentinel = {0, NULL};
    head = &sentinel;
    pthread_create(&threads[0], NULL, push, NULL);
    pthread_create(&threads[1], NULL, push, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    int length = 0;
    for (struct node *node = head; node != &sentinel; node = node->next) {
        length++;
    }
    assert(length == pushed);
    return 0;
}
