/* A list built by one thread and taken apart, node by node, by main. */
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

void *build(void *argument)
{
    struct node *head = argument;
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        head = node;
    }
    return head;
}

int main(void)
{
    pthread_t builder;
    void *result;
    pthread_create(&builder, NULL, build, NULL);
    pthread_join(builder, &result);
    for (struct node *node = result; node != NULL;) {
        struct node *next = node->next;
        free(node);
        node = next;
    }
    return 0;
}
