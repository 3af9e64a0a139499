/* realloc: from NULL, growing and shrinking keep the content, a dynamic array on top of it. */
#include <stdio.h>
#include <stdlib.h>

struct list {
    int *items;
    size_t count;
    size_t capacity;
};

static void list_push(struct list *list, int value)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? list->capacity * 2 : 1;
        list->items = realloc(list->items, list->capacity * sizeof *list->items);
    }
    list->items[list->count++] = value;
}

int main(void)
{
    struct list list = {0};
    for (int i = 0; i < 1000; i++) {
        list_push(&list, i * i % 97);
        if ((i & (i + 1)) == 0) {
            printf("%zu/%zu ", list.count, list.capacity);
        }
    }
    putchar('\n');
    long sum = 0;
    for (size_t i = 0; i < list.count; i++) {
        sum += list.items[i];
    }
    list.items = realloc(list.items, 10 * sizeof *list.items);
    printf("%ld", sum);
    for (int i = 0; i < 10; i++) {
        printf(" %d", list.items[i]);
    }
    putchar('\n');
    free(list.items);
    return (int)(sum % 100);
}
