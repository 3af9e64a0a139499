/* Two threads push onto one list under its lock; no node is lost. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct list {
    pthread_mutex_t lock;
    struct node *head;
};

struct list list = {PTHREAD_MUTEX_INITIALIZER, NULL};

void list_push(struct list *onto, int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    pthread_mutex_lock(&onto->lock);
    node->next = onto->head;
    onto->head = node;
    pthread_mutex_unlock(&onto->lock);
}

void *push_one(void *argument)
{
    list_push(argument, 1);
    return NULL;
}

void *push_two(void *argument)
{
    list_push(argument, 2);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    int sum = 0;
    pthread_create(&first, NULL, push_one, &list);
    pthread_create(&second, NULL, push_two, &list);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    while (list.head != NULL) {
        struct node *node = list.head;
        list.head = node->next;
        sum += node->value;
        free(node);
    }
    assert(sum == 3);
    return 0;
}
