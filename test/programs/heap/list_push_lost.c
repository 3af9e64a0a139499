/* Without the lock one of the two nodes can be lost. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct node *head;

void *push(void *argument)
{
    struct node *node = malloc(sizeof *node);
    node->value = argument != NULL ? 2 : 1;
    node->next = head;
    head = node;
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    int sum = 0;
    pthread_create(&first, NULL, push, NULL);
    pthread_create(&second, NULL, push, &head);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    for (struct node *node = head; node != NULL; node = node->next) {
        sum += node->value;
    }
    assert(sum == 3);
    return 0;
}
