// A block is freed two calls deep and used by another thread; the threads are those of C11.
#include <stdlib.h>
#include <threads.h>

typedef struct Node {
    int key;
    int value;
} Node;

static Node *node;

static void drop(Node *dropped)
{
    free(dropped);
}

static int clean(void *argument)
{
    (void)argument;
    drop(node);
    return 0;
}

static int value_of(const Node *read)
{
    return read->value;
}

int main(void)
{
    thrd_t thread;
    node = calloc(1, sizeof *node);
    thrd_create(&thread, clean, NULL);
    int value = value_of(node);
    thrd_join(thread, NULL);
    return value;
}
